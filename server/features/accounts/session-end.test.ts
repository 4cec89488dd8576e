import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, password, type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const renew = (refresh: string): Promise<Answered> =>
  w.anonymous.ask('POST', '/tokens/refresh', {
    data: { type: 'tokens-refresh', attributes: { refresh } },
  })
/** Hours until a session expires. */
async function hoursRemaining(session: string): Promise<number> {
  const [row] = await w.test.administer(`
    select extract(epoch from expires_at - now()) / 3600 as hours
      from refresh_families where id = '${session}'`)
  return Number(row?.['hours'])
}

test('a session ends a day after it started, even if it is renewed', async () => {
  const { email } = w.acme
  const pair = await w.anonymous.make('/tokens', 'tokens', { email, password })
  const [, claims = ''] = pair.text('refresh').split('.')
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string }
  assert.ok(Math.abs((await hoursRemaining(sid)) - 24) < 0.5)
  // After twenty hours, four remain, and renewing does not extend them.
  await w.test.administer(`
    update refresh_families set expires_at = expires_at - interval '20 hours'
     where id = '${sid}'`)
  let { item } = await renew(pair.text('refresh'))
  for (let times = 0; times < 3; times += 1) ({ item } = await renew(item.text('refresh')))
  assert.ok(Math.abs((await hoursRemaining(sid)) - 4) < 0.5)
  await w.test.administer(`update refresh_families set expires_at = now() where id = '${sid}'`)
  const over = await renew(item.text('refresh'))
  assert.deepEqual([over.status, over.fault.code], [400, 'token_invalid'])
})
