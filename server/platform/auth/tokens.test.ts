import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { test } from 'node:test'
import { Problem } from '@plumbline/jsonapi'
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import type { SigningKeys } from './signing-keys.ts'
import { hashOfId, tokens } from './tokens.ts'

function pair(kid: string): SigningKeys {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid, privateKey, publicKeys: new Map([[kid, publicKey]]) }
}
const ours = pair('ours')
const theirs = pair('ours') // another key under our kid

const settings = {
  issuer: 'plumbline',
  audience: 'api',
  accessMinutes: 30,
  refreshMinutes: 1_440,
  idleMinutes: 480,
}
const start = Date.UTC(2026, 10, 21, 5)
let clock = start
const issued = tokens(ours, settings, () => clock)
const subject = {
  userId: randomUUID(),
  tenantId: randomUUID(),
  sessionId: randomUUID(),
  epoch: 3,
  authTime: start / 1_000,
  authMethod: 'social',
} as const
const seconds = start / 1_000

/** Signs anything with anything. */
const forge = (
  claims: JWTPayload,
  header: Record<string, unknown> = {},
  key: Parameters<SignJWT['sign']>[0] = ours.privateKey,
): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'ours', ...header })
    .sign(key)

const good: JWTPayload = {
  typ: 'access',
  sub: subject.userId,
  tenant_id: subject.tenantId,
  sid: subject.sessionId,
  epoch: subject.epoch,
  auth_time: subject.authTime,
  auth_method: subject.authMethod,
  jti: randomUUID(),
  iss: 'plumbline',
  aud: 'api',
  iat: seconds,
  nbf: seconds,
  exp: seconds + 60,
}
/** A good signature over any header, also over one that no library would sign. */
function signed(header: Record<string, unknown>): string {
  const parts = [header, good].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signature = sign('sha256', Buffer.from(parts.join('.')), ours.privateKey)
  return `${parts.join('.')}.${signature.toString('base64url')}`
}
const publicPem = ours.publicKeys.get('ours')?.export({ type: 'spki', format: 'pem' }).toString()
const without = (name: string): JWTPayload =>
  Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))
const changed = async (index: number, change: (part: string) => string): Promise<string> =>
  (await issued.access(subject))
    .split('.')
    .map((part, at) => (at === index ? change(part) : part))
    .join('.')

test('an access token has only user, tenant and expiration', async () => {
  const token = await issued.access(subject)
  const { jti, ...claims } = await issued.verifyAccess(token)
  match(jti, /^[0-9a-f-]{36}$/)
  equal(claims.userId, subject.userId)
  equal(claims.tenantId, subject.tenantId)
  equal(claims.epoch, 3)
  deepEqual([claims.authTime, claims.authMethod], [subject.authTime, 'social'])
  equal(claims.expiresAt, seconds + 30 * 60)
  equal(
    Object.keys(decodeJwt(token)).toSorted().join(' '),
    'aud auth_method auth_time epoch exp iat iss jti nbf sid sub tenant_id typ',
  )
  equal(JSON.stringify(decodeProtectedHeader(token)), '{"alg":"RS256","typ":"JWT","kid":"ours"}')
  notEqual(decodeJwt(await issued.access(subject)).jti, jti)
})

test('a refresh token belongs to a session, lives longer, and is stored as a hash only', async () => {
  const { token, hash, endsAt } = await issued.refresh(subject)
  const claims = await issued.verifyRefresh(token)
  equal(claims?.sessionId, subject.sessionId)
  equal(claims?.userId, subject.userId)
  equal(claims?.expiresAt, seconds + 480 * 60)
  equal(endsAt.getTime(), start + 1_440 * 60_000)
  ok(hash.equals(hashOfId(claims?.jti ?? '')))
  equal(hash.length, 32)
})

test('no token outlives the session that it is of', async () => {
  const day = 1_440 * 60
  const olderSession = { ...subject, authTime: seconds - day + 300 }
  equal((await issued.verifyAccess(await issued.access(olderSession))).expiresAt, seconds + 360)
  const { token, endsAt } = await issued.refresh(olderSession)
  equal(endsAt.getTime(), (seconds + 360) * 1_000)
  equal((await issued.verifyRefresh(token))?.expiresAt, seconds + 360)
  const over = await issued.access({ ...subject, authTime: seconds - day - 61 })
  await rejects(issued.verifyAccess(over), { status: 401, code: 'token_expired' })
})

test('the forger’s own good token passes, so that the table below refuses for its reason', async () => {
  equal((await issued.verifyAccess(await forge(good))).userId, subject.userId)
  const plain = signed({ alg: 'RS256', kid: 'ours' })
  equal((await issued.verifyAccess(plain)).userId, subject.userId)
})

const attacks: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['no signature and the algorithm none', () => new UnsecuredJWT(good).encode()],
  [
    'the algorithm None in other letters',
    () =>
      `${Buffer.from('{"alg":"nOnE","kid":"ours"}').toString('base64url')}.${Buffer.from(JSON.stringify(good)).toString('base64url')}.`,
  ],
  ['a signature that was cut off', () => changed(2, () => '')],
  [
    'HS256 with our public key as the secret',
    () => forge(good, { alg: 'HS256' }, Buffer.from(publicPem ?? '')),
  ],
  ['PS256 with our own key', () => forge(good, { alg: 'PS256' })],
  ['RS512 with our own key', () => forge(good, { alg: 'RS512' })],
  ['another key under our kid', () => forge(good, {}, theirs.privateKey)],
  ['a kid that we do not know', () => forge(good, { kid: 'other' })],
  ['no kid', () => forge(good, { kid: undefined })],
  ['a kid that names a member of every object', () => forge(good, { kid: '__proto__' })],
  ['a kid that is a path', () => forge(good, { kid: '../../dev/null' })],
  [
    'a key of its own in the header',
    () =>
      forge(
        good,
        { kid: 'other', jwk: theirs.publicKeys.get('ours')?.export({ format: 'jwk' }) },
        theirs.privateKey,
      ),
  ],
  [
    'a key to be fetched',
    () => forge(good, { kid: 'other', jku: 'http://127.0.0.1/keys' }, theirs.privateKey),
  ],
  [
    'an extension that we must understand',
    () => signed({ alg: 'RS256', kid: 'ours', crit: ['x'], x: 1 }),
  ],
  ['a refresh token', async () => (await issued.refresh(subject)).token],
  ['a type of its own', () => forge({ ...good, typ: 'admin' })],
  ['an end that has passed', () => forge({ ...good, exp: seconds - 1 })],
  ['an end at this very second', () => forge({ ...good, exp: seconds })],
  ['a beginning in the future', () => forge({ ...good, nbf: seconds + 60 })],
  ['another issuer', () => forge({ ...good, iss: 'elsewhere' })],
  ['another audience', () => forge({ ...good, aud: 'elsewhere' })],
  ...[
    'typ',
    'sub',
    'tenant_id',
    'epoch',
    'auth_time',
    'auth_method',
    'jti',
    'iss',
    'aud',
    'iat',
    'nbf',
    'exp',
  ].map((name) => [`no ${name}`, () => forge(without(name))] as const),
  ['an end that is text', () => forge({ ...good, exp: '9999999999' as unknown as number })],
  ['an epoch that is text', () => forge({ ...good, epoch: '3' })],
  ['a time of sign-in that is text', () => forge({ ...good, auth_time: '1' })],
  ['a way to sign in that we do not know', () => forge({ ...good, auth_method: 'magic' })],
  ['a subject that is no id', () => forge({ ...good, sub: "' or true --" })],
  ['a tenant that is no id', () => forge({ ...good, tenant_id: `${subject.tenantId}'` })],
  [
    'a tenant that is a list',
    () => forge({ ...good, tenant_id: [subject.tenantId, subject.userId] }),
  ],
  [
    'claims that were changed after signing',
    () =>
      changed(1, (part) => {
        const claims = JSON.parse(Buffer.from(part, 'base64url').toString()) as JWTPayload
        return Buffer.from(JSON.stringify({ ...claims, tenant_id: randomUUID() })).toString(
          'base64url',
        )
      }),
  ],
  [
    'a header that was changed after signing',
    () => changed(0, () => Buffer.from('{"alg":"RS256","kid":"ours","x":1}').toString('base64url')),
  ],
  ['ten megabytes', () => `${'A'.repeat(10_000_000)}.e30.AA`],
  ['ten megabytes of dots', () => '.'.repeat(10_000_000)],
  ['nothing', () => ''],
  ['two dots', () => '..'],
  ['four parts', async () => `${await issued.access(subject)}.AA`],
  ['no text of Unicode', () => '\u0000\ud800.\ud800.\ud800'],
]

for (const [what, token] of attacks) {
  test(`rejects a token with ${what} with 401`, async () => {
    const given = await token()
    const cpuBefore = process.threadCpuUsage()
    await rejects(issued.verifyAccess(given), (error) => {
      ok(error instanceof Problem, String(error))
      equal(error.status, 401)
      match(error.code, /^token_(invalid|expired)$/)
      equal(error.detail.includes('plumbline'), false, 'tells nothing of what was expected')
      return true
    })
    const { user, system } = process.threadCpuUsage(cpuBefore)
    ok((user + system) / 1_000 < 1_000, 'a refusal is cheap')
  })
}

test('rejects a refresh token that is an access token, forged, expired or malformed', async () => {
  equal(await issued.verifyRefresh(await issued.access(subject)), undefined)
  equal(
    await issued.verifyRefresh(await forge({ ...good, typ: 'refresh', sid: 'none' })),
    undefined,
  )
  equal(
    await issued.verifyRefresh(await forge({ ...good, typ: 'refresh' }, {}, theirs.privateKey)),
    undefined,
  )
  for (const text of ['', 'x', '..', 'A'.repeat(10_000_000)]) {
    equal(await issued.verifyRefresh(text), undefined)
  }
  const { token } = await issued.refresh(subject)
  clock = start + 480 * 60_000
  equal(await issued.verifyRefresh(token), undefined)
  clock = start
  ok(await issued.verifyRefresh(token))
})

test('an expired token has its own error code, so that clients know to refresh', async () => {
  const token = await issued.access(subject)
  clock = start + 30 * 60_000 - 1_000
  ok(await issued.verifyAccess(token))
  clock = start + 30 * 60_000
  await rejects(issued.verifyAccess(token), { status: 401, code: 'token_expired' })
  clock = start
})

test('a fresh token is good in a process whose clock is some seconds behind', async () => {
  const token = await issued.access(subject)
  clock = start - 9_500
  ok(await issued.verifyAccess(token))
  clock = start - 60_000
  await rejects(issued.verifyAccess(token), { status: 401, code: 'token_invalid' })
  clock = start
})

test('tokens signed with an older key stay valid while its public key is stored', async () => {
  const newer = pair('newer')
  const both = tokens(
    { ...newer, publicKeys: new Map([...newer.publicKeys, ...ours.publicKeys]) },
    settings,
    () => clock,
  )
  ok(await both.verifyAccess(await issued.access(subject)))
  ok(await both.verifyAccess(await both.access(subject)))
  await rejects(issued.verifyAccess(await both.access(subject)), { status: 401 })
})

test('a signature is verified once while its token is good, and that of a changed token each time', async () => {
  let verified = 0
  class Counted extends Map<string, KeyObject> {
    override get(kid: string): KeyObject | undefined {
      verified += 1
      return super.get(kid)
    }
  }
  const own = tokens({ ...ours, publicKeys: new Counted(ours.publicKeys) }, settings, () => clock)
  const token = await own.access(subject)
  const claims = await own.verifyAccess(token)
  equal(verified, 1)
  for (let again = 0; again < 3; again += 1) deepEqual(await own.verifyAccess(token), claims)
  equal(verified, 1)
  const [header = '', payload = '', signature = ''] = token.split('.')
  const other = Buffer.from(payload, 'base64url').toString().replace('"epoch":3', '"epoch":4')
  const forged = [header, Buffer.from(other).toString('base64url'), signature].join('.')
  for (const expected of [2, 3]) {
    await rejects(own.verifyAccess(forged), { status: 401, code: 'token_invalid' })
    equal(verified, expected)
  }
  clock = start + 30 * 60_000
  await rejects(own.verifyAccess(token), { status: 401, code: 'token_expired' })
  clock = start
})
