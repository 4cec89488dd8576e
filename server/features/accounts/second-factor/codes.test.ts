import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { codeOf, stepAt } from '../../../platform/auth/index.ts'
import { type Answered, type Client, password, type World, world } from '../../../testing/index.ts'
import { bytesOf } from '../testing/base32.ts'

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

async function enrol(user: Client): Promise<{ secret: string; codes: readonly string[] }> {
  const made = await user.make('/users/me/second-factor', 'second-factors', { password })
  const secret = made.text('secret')
  const otp = codeOf(bytesOf(secret), stepAt(Date.now()))
  const confirmed = await user.make('/users/me/second-factor/confirm', 'second-factors', { otp })
  return { secret, codes: confirmed.texts('recovery_codes') }
}

test('a secret has 160 bits and a recovery code 128, and none repeats', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => w.user()))
  const made: { secret: string; codes: readonly string[] }[] = []
  for (const user of users) made.push(await enrol(user))
  const secrets = made.map(({ secret }) => secret)
  const codes = made.flatMap((one) => one.codes.map((code) => code.replaceAll('-', '')))
  for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32,}$/)
  for (const code of codes) assert.match(code, /^[A-Z2-7]{26}$/)
  assert.equal(new Set([...secrets, ...codes]).size, secrets.length + codes.length)
  // Of 2,000 letters each of the 32 comes: the chance that one does not is below 10^-16.
  assert.equal(new Set(codes.join('')).size, 32)
})

test('a recovery code of 80 bits, as they were given before, opens once too', async () => {
  const user = await w.user()
  await enrol(user)
  const old = 'ABCDEFGH234567AB'
  const hash = createHash('sha256').update(old).digest('hex')
  await w.test.administer(
    `insert into recovery_codes (user_id, hash) values ('${user.userId}', '\\x${hash}')`,
  )
  const signIn = (): Promise<Answered> =>
    w.anonymous.ask('POST', '/tokens', {
      data: { type: 'tokens', attributes: { email: user.email, password, otp: old } },
    })
  assert.equal((await signIn()).status, 200)
  assert.equal((await signIn()).status, 400)
})
