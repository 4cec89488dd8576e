import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Item, type World, world } from '../../testing/index.ts'
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

const notSupported = (task: Item, type: string): void => {
  assert.equal(task.at('state'), 'failed')
  assert.equal(task.at('result', 'code'), 'provider_not_supported')
  assert.match(task.text('result', 'detail'), new RegExp(`kind ${type} .*yet\\.$`))
}

for (const type of providerTypes.filter((one) => one !== 'aws')) {
  test(`an account of kind ${type} is kept with its secret; nobody pretends to look at it yet`, async () => {
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
    let kept = ''
    for (const { secretType: secret_type, secret } of secrets) {
      const attributes = { secret_type, secret }
      if (kept === '') {
        const one = await acme.make('/providers/secrets', 'provider-secrets', attributes, {
          provider,
        })
        kept = one.id
      }
      const changed = await acme.ask('PATCH', `/providers/secrets/${kept}`, {
        data: { type: 'provider-secrets', id: kept, attributes },
      })
      assert.equal(changed.status, 200, changed.text)
      assert.equal(changed.item.at('secret_type'), secret_type)
    }
    const test = (await acme.ask('POST', `/providers/${provider.id}/connection`)).item
    notSupported(await acme.finished(test.id), type)
    const scan = await acme.make('/scans', 'scans', {}, { provider })
    notSupported(await acme.finished(scan.id), type)
    const shown = (await acme.get(`/scans/${scan.text('task_args', 'scan_id')}`)).item
    assert.equal(shown.at('state'), 'failed')
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
