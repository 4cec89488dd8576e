/** What holds for every kind of account that a server scans: a scan over HTTP ends with the expected findings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providers } from '@plumbline/scanner'
import { expectedFindings, kindsUnderTest } from '@plumbline/scanner/testing/kinds'
import { findingLines, freshDatabase, world } from '../../testing/index.ts'

const tried = kindsUnderTest.filter(({ provider }) => provider.type in providers)

test('every kind that a server scans is tried', () => {
  assert.deepEqual(
    tried.map(({ provider }) => provider.type).toSorted(),
    Object.keys(providers).toSorted(),
  )
})

for (const kind of tried) {
  const { type } = kind.provider
  test(`an account of kind ${type} is connected, tested and scanned over HTTP, and shows the expected findings`, async (t) => {
    const fixture = await kind.startSmall()
    t.after(() => fixture.close())
    const { uid, secret_type, secret, settings } = fixture.connected
    const w = await world({ test: await freshDatabase(), settings })
    t.after(async () => {
      await w.close()
      await w.cloud.close()
      await w.test.close()
    })
    const made = await w.acme.make('/providers', 'providers', { provider: type, uid })
    const provider = { type: 'providers', id: made.id }
    await w.acme.make(
      '/providers/secrets',
      'provider-secrets',
      { secret_type, secret },
      { provider },
    )
    const connection = await w.acme.ask('POST', `/providers/${made.id}/connection`)
    const tested = await w.acme.finished(connection.item.id)
    assert.deepEqual(tested.at('result'), { connected: true, error: null })
    const scan = await w.acme.scan(made.id)
    assert.equal((await w.acme.get(`/scans/${scan}`)).item.at('state'), 'completed')
    assert.deepEqual(await findingLines(w.acme), expectedFindings(type))
  })
}
