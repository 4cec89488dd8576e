import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { type IncomingHttpHeaders, request as send } from 'node:http'
import { afterEach, beforeEach, test } from 'node:test'
import { SignatureV4 } from '@smithy/signature-v4'
import { type FixtureCloud, hostileText, startFixtureCloud } from './index.ts'
import { blankAccount, firstKeyOf } from './blank-account.ts'
import { demoAccount, demoCredentials, demoRole, operatorAccount } from './demo/account.ts'
import { demoId } from './demo/facts.ts'

/** The hash for the signer: SHA-256, keyed or not. */
class Sha256 {
  private readonly hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    if (secret === undefined) this.hash = createHash('sha256')
    else
      this.hash = createHmac(
        'sha256',
        typeof secret === 'string'
          ? secret
          : ArrayBuffer.isView(secret)
            ? Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength)
            : Buffer.from(secret),
      )
  }
  update(data: string | ArrayBuffer | ArrayBufferView) {
    this.hash.update(
      typeof data === 'string'
        ? data
        : ArrayBuffer.isView(data)
          ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
          : Buffer.from(data),
    )
  }
  digest = async () => new Uint8Array(this.hash.digest())
  reset = () => undefined
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** The number of pieces in which the body arrived. */
  chunks: number
}

let cloud: FixtureCloud
beforeEach(async () => {
  cloud = await startFixtureCloud({ accounts: [demoAccount(), operatorAccount()] })
})
afterEach(() => cloud.close())

const ask = async (service: string, body: string, timeoutMs = 5000): Promise<Answer> => {
  const signer = new SignatureV4({
    service,
    region: 'us-east-1',
    credentials: firstKeyOf(demoId),
    sha256: Sha256,
  })
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: 'http:',
    hostname: '127.0.0.1',
    port: cloud.port,
    path: '/',
    query: {},
    headers: {
      host: `127.0.0.1:${cloud.port}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body,
  })
  return new Promise((resolve, reject) => {
    const outgoing = send(
      {
        port: cloud.port,
        host: '127.0.0.1',
        method: 'POST',
        headers,
        timeout: timeoutMs,
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
            chunks: chunks.length,
          }),
        )
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('timed out')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
const listUsers = (timeoutMs?: number) =>
  ask('iam', 'Action=ListUsers&Version=2010-05-08', timeoutMs)
const onUsers = { match: { operation: 'ListUsers' } }

test('a call is answered and recorded', async () => {
  const { status, body } = await listUsers()
  equal(status, 200)
  match(body, /^<\?xml/)
  const { at, ...call } = cloud.calls[0] ?? { at: 0 }
  ok(Math.abs(at - Date.now()) < 5000)
  deepEqual(call, {
    service: 'iam',
    operation: 'ListUsers',
    region: 'us-east-1',
    account: demoId,
    resource: '*',
    status: 200,
  })
})

test('what a test changes in an account, the next answer shows', async () => {
  cloud.account(demoId).iam.users.length = 1
  equal((await listUsers()).body.match(/<UserName>/g)?.length, 1)
})

test('a rule counts its calls: only the n-th, or only so many, until it is removed', async () => {
  const statuses = async (times: number) => {
    const seen: number[] = []
    for (let n = 0; n < times; n += 1) seen.push((await listUsers()).status)
    return seen
  }
  const second = cloud.script({ match: { operation: 'ListUsers', nth: 2 }, do: 'deny' })
  deepEqual(await statuses(3), [200, 403, 200])
  second()
  cloud.script({ match: { service: 'iam', times: 2 }, do: 'status', status: 500, body: 'no' })
  deepEqual(await statuses(3), [500, 500, 200])
  const always = cloud.script({ match: { account: demoId, resource: '*' }, do: 'deny' })
  deepEqual(await statuses(2), [403, 403])
  always()
  deepEqual(await statuses(1), [200])
  cloud.script({ match: { region: 'eu-west-1' }, do: 'deny' })
  deepEqual(await statuses(1), [200])
})

test('a throttled call may say when to come back', async () => {
  cloud.script({ ...onUsers, do: 'throttle', retryAfterSeconds: 7 })
  const { status, headers, body } = await listUsers()
  equal(status, 400)
  equal(headers['retry-after'], '7')
  match(body, /<Code>Throttling<\/Code>/)
})

test('a hanging call gets no byte, and closing the cloud ends it', async () => {
  cloud.script({ ...onUsers, do: 'hang' })
  await rejects(listUsers(100), /timed out/)
  equal(cloud.calls[0]?.status, 0)
  const hanging = rejects(listUsers(), { code: 'ECONNRESET' })
  while (cloud.calls.length < 2) await new Promise((resolve) => setImmediate(resolve))
  await cloud.close()
  await hanging
})

test('a reset connection breaks off before the answer', async () => {
  cloud.script({ ...onUsers, do: 'reset' })
  await rejects(listUsers(), { code: 'ECONNRESET' })
})

test('a slow body comes in small pieces, and whole', async () => {
  const { body: whole } = await listUsers()
  cloud.script({ ...onUsers, do: 'slow', bytesPerTick: 400, tickMs: 2 })
  const { body, chunks } = await listUsers()
  equal(body.length, whole.length)
  ok(chunks > 3, `${chunks} chunks`)
})

test('a truncated body promises more than it gives', async () => {
  cloud.script({ ...onUsers, do: 'truncate' })
  await rejects(listUsers(), { code: 'ECONNRESET' })
})

test('garbage has the right status and type and is no document', async () => {
  cloud.script({ ...onUsers, do: 'garbage' })
  const { status, headers, body } = await listUsers()
  equal(status, 200)
  match(headers['content-type'] ?? '', /xml/)
  ok(!body.trimEnd().endsWith('</ListUsersResponse>'))
})

test('a huge body is as long as asked for', async () => {
  cloud.script({ ...onUsers, do: 'huge', bytes: 3_000_000 })
  const { body } = await listUsers()
  equal(body.length, 3_000_000)
  ok(body.trimEnd().endsWith('</ListUsersResponse>'))
})

test('hostile text stands where names stood, escaped as XML wants it', async () => {
  cloud.script({ ...onUsers, do: 'hostile', names: ['UserName'] })
  const { body } = await listUsers()
  ok(!body.includes('<script>'))
  equal(body.match(/&lt;script&gt;/g)?.length, 10)
  ok(hostileText.includes('<script>'))
})

test('an unsigned call, a service nobody plays and a wrong version are refused', async () => {
  const unsigned = await fetch(cloud.url)
  equal(unsigned.status, 403)
  match(await unsigned.text(), /<Code>AccessDenied<\/Code>/)
  const unknown = await ask('sdb', 'Action=ListDomains&Version=2009-04-15')
  equal(unknown.status, 400)
  match(unknown.body, /InvalidAction/)
  const version = await ask('iam', 'Action=ListUsers&Version=1999-01-01')
  match(version.body, /<Code>InvalidAction<\/Code>/)
  const inherited = await ask('iam', 'Action=constructor&Version=2010-05-08')
  match(inherited.body, /<Code>InvalidAction<\/Code>/)
})

test('a body too long for any question is refused, and a broken path is no question', async () => {
  const long = await fetch(cloud.url, { method: 'POST', body: 'x'.repeat(1_000_001) })
  equal(
    `${long.status} ${await long.text()}`.slice(0, 30),
    '413 RangeError: A request body'.slice(0, 30),
  )
  const broken = await fetch(`${cloud.url}/%zz`)
  equal(broken.status, 403)
  await broken.text()
})

test('two clouds share nothing', async () => {
  const other = await startFixtureCloud({ accounts: [blankAccount('999999999999')] })
  await listUsers()
  equal(other.calls.length, 0)
  equal(other.account('999999999999').iam.users.length, 0)
  await other.close()
})

test('a port in use is told', async () => {
  await rejects(startFixtureCloud({ accounts: [], port: cloud.port }), { code: 'EADDRINUSE' })
})

test('the demo credentials are those of the demo account and of the operator', () => {
  const keys = (id: string) => cloud.account(id).credentials.map(({ accessKeyId }) => accessKeyId)
  deepEqual(keys(demoId), [demoCredentials.aws_access_key_id])
  deepEqual(keys(operatorAccount().id), [demoRole.aws_access_key_id])
})
