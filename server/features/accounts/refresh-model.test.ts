/** Refresh tokens beside a model: of two clients with one family, one is detected, whatever their timing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isWhole } from '@plumbline/scanner/testing'
import * as fc from 'fast-check'
import { type Answered, type Client, password, type World, world } from '../../testing/index.ts'

let w: World
let user: Client
before(async () => {
  w = await world()
  user = await w.user()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const post = (path: string, type: string, attributes: object): Promise<Answered> =>
  w.anonymous.ask('POST', path, { data: { type, attributes } })
const refresh = (token: string): Promise<Answered> =>
  post('/tokens/refresh', 'tokens-refresh', { refresh: token })
/** Sets the clock that the user's families are judged by: so long ago was their last exchange. */
const exchangedAgo = (seconds: number): Promise<unknown> =>
  w.test.administer(`
    update refresh_families set rotated_at = now() - interval '${seconds} seconds'
     where user_id = '${user.userId}'`)
const begin = async (): Promise<string> =>
  (await post('/tokens', 'tokens', { email: user.email, password })).item.text('refresh')

test('a thief who rotates every 55 seconds is found out when the owner comes back', async () => {
  const first = await begin()
  let held = first
  for (let n = 0; n < 4; n += 1) {
    const answer = await refresh(held)
    assert.equal(answer.status, 200, answer.text)
    held = answer.item.text('refresh')
    await exchangedAgo(55)
  }
  assert.equal((await refresh(first)).status, 400)
  assert.equal((await refresh(held)).status, 400, 'the family of a copied token is dead')
})

type Step = { readonly ago: number; readonly back: number }
const step: fc.Arbitrary<Step> = fc.record({
  // Seconds since the last exchange: far enough from a minute for a slow machine.
  ago: fc.constantFrom(0, 0, 30, 61),
  // How many tokens before the newest one: mostly the newest.
  back: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
})

test('whatever is brought in whatever order, the newest token alone is exchanged, and copies end the family', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const issued = [await begin()]
      let isDead = false
      for (const { ago, back } of steps) {
        await exchangedAgo(ago)
        const at = Math.max(0, issued.length - 1 - back)
        const isNewest = at === issued.length - 1
        const isRetry = at === issued.length - 2 && ago < 60
        const answer = await refresh(issued[at] ?? '')
        assert.equal(answer.status, isNewest && !isDead ? 200 : 400, answer.text)
        if (isNewest && !isDead) issued.push(answer.item.text('refresh'))
        else if (!isNewest && !isRetry) isDead = true
      }
      const last = await refresh(issued.at(-1) ?? '')
      assert.equal(last.status, isDead ? 400 : 200)
    }),
    { numRuns: isWhole ? 400 : 20 },
  )
})
