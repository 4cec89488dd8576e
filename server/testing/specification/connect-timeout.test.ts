/** The limit on connecting: a world whose cloud takes connections and never speaks. */
import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { smallAccount, startFixtureCloud } from '@plumbline/scanner/testing'
import { world } from '../index.ts'

test('Limits: the connect timeout, after which a scan ends with that reason', async (t) => {
  const silent = createServer()
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  t.after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const cloud = await startFixtureCloud({ accounts: [smallAccount()] })
  const w = await world({ cloud: { ...cloud, url: `https://127.0.0.1:${port}` } })
  t.after(async () => {
    await w.close()
    await cloud.close()
    await w.test.close()
  })
  const user = await w.user()
  const provider = await user.provider()
  await user.make('/scan-configurations', 'scan-configurations', {
    name: 'Impatient',
    configuration: { aws: { connect_timeout_ms: 80, retries: 0 } },
    provider_ids: [provider],
  })
  const answer = await user.ask('POST', '/scans', {
    data: {
      type: 'scans',
      attributes: {},
      relationships: { provider: { data: { type: 'providers', id: provider } } },
    },
  })
  assert.equal(answer.status, 202, answer.text)
  const task = await user.finished(answer.item.id)
  assert.equal(task.text('state'), 'failed')
  assert.match(JSON.stringify(task.at('result')), /connect_timeout/)
})
