import assert from 'node:assert/strict'
import { providers } from '@plumbline/scanner'
import { after, before, test } from 'node:test'
import { type Answered, type World, world } from '../../testing/index.ts'
import { providerTypes } from './names.ts'
import { accountIds, wholeSecrets } from './testing/accounts.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const notSupported = (answer: Answered, type: string, pointer: string): void => {
  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.fault.code, 'provider_not_supported')
  assert.match(answer.fault.detail, new RegExp(`type ${type} .*yet\\. Scans work for aws.*\\.$`))
  assert.equal(answer.fault.source?.pointer, pointer)
}

for (const type of providerTypes.filter((one) => !Object.hasOwn(providers, one))) {
  test(`an account of type ${type} is stored with its secret; nobody pretends to look at it yet`, async () => {
    const { acme } = w
    const uid = accountIds[type].good[0] ?? ''
    const made = await acme.make('/providers', 'providers', { provider: type, uid })
    const provider = { type: 'providers', id: made.id }
    const wrong = accountIds[type].bad[0] ?? ''
    const refused = await acme.ask('POST', '/providers', {
      data: { type: 'providers', attributes: { provider: type, uid: wrong.padEnd(3, '!') } },
    })
    assert.equal(refused.status, 400)
    assert.equal(refused.fault.code, `${type}-uid`)
    const secrets = wholeSecrets.filter((one) => one.type === type)
    let secretId = ''
    for (const { secretType: secret_type, secret } of secrets) {
      const attributes = { secret_type, secret }
      if (secretId === '') {
        const one = await acme.make('/providers/secrets', 'provider-secrets', attributes, {
          provider,
        })
        secretId = one.id
      }
      const changed = await acme.ask('PATCH', `/providers/secrets/${secretId}`, {
        data: { type: 'provider-secrets', id: secretId, attributes },
      })
      assert.equal(changed.status, 200, changed.text)
      assert.equal(changed.item.at('secret_type'), secret_type)
    }
    const { id } = provider
    const tasks = async (): Promise<number> => (await acme.get('/tasks')).count
    const before = await tasks()
    notSupported(await acme.ask('POST', `/providers/${id}/connection`), type, '')
    const scan = { type: 'scans', attributes: {}, relationships: { provider: { data: provider } } }
    const at = '/data/relationships/provider'
    notSupported(await acme.ask('POST', '/scans', { data: scan }), type, at)
    const daily = { type: 'daily-schedules', attributes: { provider_id: id } }
    const where = '/data/attributes/provider_id'
    notSupported(await acme.ask('POST', '/schedules/daily', { data: daily }), type, where)
    const schedule = { scan_enabled: true, scan_frequency: 'DAILY' }
    const changed = { type: 'schedules', id, attributes: schedule }
    notSupported(await acme.ask('PATCH', `/schedules/${id}`, { data: changed }), type, '')
    assert.equal(await tasks(), before)
    // What was never tested is not shown as refused.
    const after = (await acme.get(`/providers/${provider.id}`)).item
    assert.deepEqual(after.at('connection'), { connected: null, last_checked_at: null })
  })
}

test('an Okta organization is one account however its domain is written', async () => {
  const connect = (uid: string) =>
    w.rival.ask('POST', '/providers', {
      data: { type: 'providers', attributes: { provider: 'okta', uid } },
    })
  const made = await connect('  Twice.OKTA.com ')
  assert.equal(made.item.at('uid'), 'twice.okta.com')
  assert.equal((await connect('twice.okta.COM')).status, 409)
})
