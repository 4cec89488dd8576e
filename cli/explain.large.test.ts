/** A scan by a server, and then the explanation of one of its findings by the command. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccount, startFixtureCloud } from '@plumbline/scanner/testing'
import { after, test } from 'node:test'
import { createLog, openDatabase, readConfig, start } from '@plumbline/server'
import { Client, password, processDatabase, withoutLimits } from '@plumbline/server/testing'
import { commandsWith } from './testing/command.ts'
import { refusal } from './testing/refusal.ts'

const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
after(() => cloud.close())

test('a finding of the database is explained by id and by uid, with the configuration of its scan', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-explained-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const { settings, close } = await processDatabase(directory)
  t.after(close)
  const environment = {
    ...settings,
    ...withoutLimits,
    AWS_ENDPOINT_URL: cloud.url,
    PORT: '0',
    LOG_LEVEL: 'silent',
  }
  const config = readConfig(environment)
  const { database } = await openDatabase(config)
  const log = createLog('silent')
  const product = await start({ config, database, log, reportsAfterScans: false })
  let found: { readonly id: string; readonly uid: string; readonly sentence: string }
  try {
    const base = `${product.address}/api/v1`
    const anonymous = new Client(base)
    const email = 'ann@example.com'
    await anonymous.make('/users', 'users', { name: 'Ann', email, password })
    const pair = await anonymous.make('/tokens', 'tokens', { email, password })
    const ann = new Client(base, { authorization: `Bearer ${pair.text('access')}` })
    const provider = await ann.provider()
    const services = ['ec2', 'kms', 'cloudtrail', 'account', 's3', 'sqs']
    const configuration = { aws: { max_console_access_days: 30, excluded_services: services } }
    const attributes = { name: 'Strict', configuration }
    await ann.make('/scan-configurations', 'scan-configurations', {
      ...attributes,
      provider_ids: [provider],
    })
    await ann.scan(provider)
    const filter = 'filter[check_id]=iam_user_console_access_unused&filter[status]=FAIL'
    const [item] = (await ann.get(`/findings/latest?${filter}`)).items
    assert.ok(item)
    found = { id: item.id, uid: item.text('uid'), sentence: item.text('status_extended') }
  } finally {
    await product.stop()
    await database.close()
  }
  const { plumbline, end } = commandsWith(environment)
  t.after(end)
  const explained = async (finding: string): Promise<string> => {
    const command = plumbline(['explain', finding])
    assert.equal(await command.status, 0, command.error())
    return command.out()
  }
  const byId = await explained(found.id)
  assert.ok(byId.includes(`Status    FAIL: ${found.sentence}\n`), byId)
  assert.match(byId, /\nSeen {6}20\d\d-/)
  assert.match(byId, /\nValues that decided \(.*\)\n {2}credentials: \{\n/)
  assert.match(byId, /\n {2}max_console_access_days: 30 \(default 45\)\n/)
  assert.equal(await explained(found.uid), byId)

  const another = ['--tenant', '0c0ffee0-0000-4000-8000-000000000000']
  const foreign = await refusal(['explain', found.id, ...another], environment)
  assert.deepEqual([foreign.status, foreign.error], [1, `There is no finding ${found.id}.\n`])
})
