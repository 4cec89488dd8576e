import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { AmbientTerms, Clock, Http, HttpCall } from '../../kit/index.ts'
import { awsClient, nothingLearned } from './calls.ts'
import type { Aws } from './client.ts'
import { awsProvider } from './index.ts'

interface Seen {
  readonly authorization: string
  readonly date: string
  readonly url: string
  readonly body: string
}

type Reply = (
  seen: Seen,
  n: number,
) => { status?: number; headers?: Record<string, string>; body: string }

/** A server that records its requests, and a client for it without retries. */
async function cloud(t: TestContext, reply: Reply) {
  const seen: Seen[] = []
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const part of request) body += part
    const call = {
      authorization: request.headers.authorization ?? '',
      date: String(request.headers['x-amz-date'] ?? ''),
      url: request.url ?? '',
      body,
    }
    seen.push(call)
    const { status = 200, headers = {}, body: answer } = reply(call, seen.length)
    response.writeHead(status, headers).end(answer)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A minimal client: up to three attempts, no delays. The engine's client has its own tests. */
const plainHttp: Http = {
  async call({ build, judge }: HttpCall) {
    for (let n = 1; ; n++) {
      const { method, url, headers, body } = await build(n)
      const answer = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        ...(body ? { body: String(body) } : {}),
      })
      const whole = {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      }
      if (judge(whole) === 'done' || n === 3) return whole
    }
  },
  statistics: () => [],
  close: () => undefined,
}

function handClock(start: string): Clock & { time: number } {
  const clock = { time: Date.parse(start), now: () => clock.time, sleep: async () => undefined }
  return clock
}

const keys = { accessKeyId: 'AKIA', secretAccessKey: 'secret' }
const clientOf = (endpoint: string, clock = handClock('2026-01-15T12:00:00Z')): Aws =>
  awsClient({
    http: plainHttp,
    clock,
    credentials: async () => keys,
    endpoint,
    account: '123456789012',
    partition: 'aws',
    region: 'eu-west-1',
    signal: new AbortController().signal,
    learned: nothingLearned(),
  })

const pagesOf = async (aws: Aws, limit = 10): Promise<readonly string[]> => {
  const names: string[] = []
  for await (const page of aws.pages<{ Users?: { UserName: string }[] }>('iam:ListUsers')) {
    names.push(...(page.Users ?? []).map(({ UserName }) => UserName))
    if (names.length >= limit) break
  }
  return names
}

const users = (name: string, more: string | null) =>
  `<ListUsersResponse><ListUsersResult><Users><member><UserName>${name}</UserName></member></Users><IsTruncated>${more !== null}</IsTruncated>${more === null ? '' : `<Marker>${more}</Marker>`}</ListUsersResult></ListUsersResponse>`

test('pages are asked for one by one, until the list says it ends', async (t) => {
  const { seen, url } = await cloud(t, (_, n) => ({ body: users(`u${n}`, n < 3 ? `m${n}` : null) }))
  deepEqual(await pagesOf(clientOf(url)), ['u1', 'u2', 'u3'])
  deepEqual(
    seen.map(({ body }) => new URLSearchParams(body).get('Marker')),
    [null, 'm1', 'm2'],
  )
})

test('a list that says it goes on and not where is broken, not at its end', async (t) => {
  const cut = users('u1', null).replace('>false<', '>true<')
  const { url } = await cloud(t, () => ({ body: cut }))
  await rejects(pagesOf(clientOf(url)), { name: 'CallProblem', code: 'broken_answer' })
})

test('pages that nobody consumes are not asked for', async (t) => {
  const { seen, url } = await cloud(t, (_, n) => ({ body: users(`u${n}`, `m${n}`) }))
  deepEqual(await pagesOf(clientOf(url), 2), ['u1', 'u2'])
  equal(seen.length, 2)
})

test('a list that repeats its token is an error, not an endless scan', async (t) => {
  const { url } = await cloud(t, () => ({ body: users('u', 'same') }))
  await rejects(pagesOf(clientOf(url), 100), { name: 'CallProblem', code: 'endless_pages' })
})

test('a bucket in another region is asked there, and the region is remembered', async (t) => {
  const { seen, url } = await cloud(t, ({ authorization }) =>
    authorization.includes('/ap-south-1/')
      ? { body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>' }
      : {
          status: 301,
          headers: { 'x-amz-bucket-region': 'ap-south-1' },
          body: '<Error><Code>PermanentRedirect</Code></Error>',
        },
  )
  const aws = clientOf(url)
  deepEqual(await aws.call('s3:GetBucketVersioning', { Bucket: 'b' }), { Status: 'Enabled' })
  await aws.call('s3:GetBucketVersioning', { Bucket: 'b' })
  deepEqual(
    seen.map(({ authorization }) => /\/\d{8}\/([^/]+)/.exec(authorization)?.[1]),
    ['eu-west-1', 'ap-south-1', 'ap-south-1'],
  )
})

test('a refusal without a body that names another region is a redirect', async (t) => {
  const { url } = await cloud(t, ({ authorization }) =>
    authorization.includes('/ap-south-1/')
      ? { body: '' }
      : { status: 400, headers: { 'x-amz-bucket-region': 'ap-south-1' }, body: '' },
  )
  await clientOf(url).call('s3:HeadBucket', { Bucket: 'b' })
})

test('a clock that is off is corrected by the other side’s date and the call is made again', async (t) => {
  const { seen, url } = await cloud(t, ({ date }) =>
    date.startsWith('20260115T13')
      ? { body: '{"Keys":[]}' }
      : {
          status: 400,
          headers: { date: 'Thu, 15 Jan 2026 13:00:00 GMT' },
          body: '{"__type":"InvalidSignatureException","message":"Signature expired: is now earlier than"}',
        },
  )
  deepEqual(await clientOf(url).call('kms:ListKeys'), { Keys: [] })
  equal(seen.length, 2)
})

test('a problem carries code, outcome and permission, and never the answer’s words', async (t) => {
  const { url } = await cloud(t, () => ({
    status: 403,
    body: '<Error><Code>AccessDenied</Code><Message>canary</Message></Error>',
  }))
  await rejects(
    clientOf(url).call('s3:GetBucketEncryption', { Bucket: 'b' }),
    (thrown: Error & { code?: string; outcome?: string; action?: string }) => {
      deepEqual(
        [thrown.code, thrown.outcome, thrown.action],
        ['AccessDenied', 'denied', 's3:GetEncryptionConfiguration'],
      )
      ok(!thrown.message.includes('canary'))
      return true
    },
  )
})

const identity = (account: string) =>
  `<GetCallerIdentityResponse><GetCallerIdentityResult><Account>${account}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`
const regions =
  '<DescribeRegionsResponse><regionInfo><item><regionName>eu-west-1</regionName><optInStatus>opt-in-not-required</optInStatus></item><item><regionName>me-south-1</regionName><optInStatus>not-opted-in</optInStatus></item></regionInfo></DescribeRegionsResponse>'
const assumed = (key: string, until: string) =>
  `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>${key}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>${until}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`

const role = {
  role_arn: 'arn:aws:iam::123456789012:role/audit',
  external_id: 'x1',
  role_session_name: 'me',
  session_duration: 900,
}

test('a role is assumed with its external id, used, and renewed before it ends', async (t) => {
  const { seen, url } = await cloud(t, ({ authorization, body }) => {
    const sent = new URLSearchParams(body)
    const action = sent.get('Action')
    if (action === 'AssumeRole') {
      if (sent.get('ExternalId') === 'x1') return { body: assumed('ASIA', '2026-01-15T12:15:00Z') }
      return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
    }
    const own = authorization.includes('Credential=AKIA')
    return {
      body:
        action === 'GetCallerIdentity' ? identity(own ? '999999999999' : '123456789012') : regions,
    }
  })
  const clock = handClock('2026-01-15T12:00:00Z')
  const provider = awsProvider(async () => keys)
  const session = await provider.open({
    uid: '123456789012',
    secret: role,
    ambient: { externalId: 'x1', ownAccount: false },
    config: { endpoint_url: url },
    http: plainHttp,
    clock,
    signal: new AbortController().signal,
  })
  deepEqual(session.regions, ['eu-west-1'])
  const sent = new URLSearchParams(seen[2]?.body)
  deepEqual(
    ['RoleArn', 'ExternalId', 'RoleSessionName', 'DurationSeconds'].map((name) => sent.get(name)),
    [role.role_arn, 'x1', 'me', '900'],
  )
  deepEqual(
    seen.map(({ authorization }) => /Credential=(\w+)/.exec(authorization)?.[1]),
    ['AKIA', 'AKIA', 'AKIA', 'ASIA', 'ASIA'],
  )
  clock.time += 13 * 60_000
  const aws = session.client('eu-west-1', new AbortController().signal)
  await Promise.all([aws.call('sts:GetCallerIdentity'), aws.call('sts:GetCallerIdentity')])
  const roles = seen.filter(({ body }) => body.includes('Action=AssumeRole'))
  equal(roles.length, 3) // one of the calls tested whether the role accepts any external id
})

const signIns: [what: string, secret: object, region: string | null, expected: object][] = [
  [
    'the configured region',
    {},
    'eu-west-1',
    { partition: 'aws', home: 'us-east-1', at: 'eu-west-1', regions: ['us-east-1', 'eu-west-1'] },
  ],
  [
    'a configured region of another partition',
    {},
    'us-isob-east-1',
    {
      partition: 'aws-iso-b',
      home: 'us-isob-east-1',
      at: 'us-isob-east-1',
      regions: ['us-isob-east-1'],
    },
  ],
  [
    'the home of the role’s partition',
    { role_arn: 'arn:aws-eusc:iam::123456789012:role/audit', external_id: 'x1' },
    null,
    {
      partition: 'aws-eusc',
      home: 'eusc-de-east-1',
      at: 'eusc-de-east-1',
      regions: ['eusc-de-east-1'],
    },
  ],
  [
    'the home of the role’s partition, where a region of another one is configured',
    { role_arn: 'arn:aws-eusc:iam::123456789012:role/audit', external_id: 'x1' },
    'us-east-1',
    {
      partition: 'aws-eusc',
      home: 'eusc-de-east-1',
      at: 'eusc-de-east-1',
      regions: ['eusc-de-east-1'],
    },
  ],
]
for (const [what, secret, region, expected] of signIns) {
  test(`${what} is where the sign-in happens, and is visited when the regions are refused`, async (t) => {
    const { seen, url } = await cloud(t, ({ body }) => {
      const action = new URLSearchParams(body).get('Action')
      if (action === 'DescribeRegions') {
        return {
          status: 403,
          body: '<Response><Errors><Error><Code>UnauthorizedOperation</Code></Error></Errors></Response>',
        }
      }
      return {
        body:
          action === 'AssumeRole'
            ? assumed('ASIA', '2026-01-15T13:00:00Z')
            : identity('123456789012'),
      }
    })
    const { partition, home, regions } = await awsProvider().open({
      uid: '123456789012',
      secret: { aws_access_key_id: 'AKIA', aws_secret_access_key: 's', ...secret },
      ambient: null,
      config: { endpoint_url: url, ...(region ? { home_region: region } : {}) },
      http: plainHttp,
      clock: handClock('2026-01-15T12:00:00Z'),
      signal: new AbortController().signal,
    })
    const at = /\/\d{8}\/([^/]+)/.exec(seen[0]?.authorization ?? '')?.[1]
    deepEqual({ partition, home, at, regions }, expected)
  })
}

test('a role of a partition that nobody knows is no role', async () => {
  const opened = awsProvider().open({
    uid: '123456789012',
    secret: { ...role, role_arn: 'arn:aws-moon:iam::123456789012:role/audit' },
    ambient: null,
    config: {},
    http: plainHttp,
    clock: handClock('2026-01-15T12:00:00Z'),
    signal: new AbortController().signal,
  })
  await rejects(opened, { name: 'ScanProblem', code: 'invalid_secret' })
})

test('a role without keys, on a server without an identity, says so', async (t) => {
  const { seen, url } = await cloud(t, () => ({ body: '' }))
  const provider = awsProvider(() => Promise.reject(new Error('no provider in the chain')))
  await rejects(
    provider.open({
      uid: '123456789012',
      secret: role,
      ambient: { externalId: 'x1', ownAccount: false },
      config: { endpoint_url: url },
      http: plainHttp,
      clock: handClock('2026-01-15T12:00:00Z'),
      signal: new AbortController().signal,
    }),
    { name: 'ScanProblem', code: 'no_identity' },
  )
  equal(seen.length, 0)
})

const refusals: [what: string, terms: AmbientTerms | null, code: string][] = [
  ['whose terms are not set', null, 'no_identity'],
  ['for somebody else', { externalId: 'x2', ownAccount: true }, 'external_id_mismatch'],
]
for (const [what, ambient, code] of refusals) {
  test(`the identity of the process is not used ${what}, and nobody is asked`, async (t) => {
    const { seen, url } = await cloud(t, () => ({ body: '' }))
    const opened = awsProvider(async () => keys).open({
      uid: '123456789012',
      secret: role,
      ambient,
      config: { endpoint_url: url },
      http: plainHttp,
      clock: handClock('2026-01-15T12:00:00Z'),
      signal: new AbortController().signal,
    })
    await rejects(opened, { name: 'ScanProblem', code })
    equal(seen.length, 0)
  })
}

test('region names that are no names never become hosts', async (t) => {
  const { seen, url } = await cloud(t, () => ({
    status: 301,
    headers: { 'x-amz-bucket-region': 'evil.example/#' },
    body: '<Error><Code>PermanentRedirect</Code></Error>',
  }))
  await rejects(clientOf(url).call('s3:GetBucketVersioning', { Bucket: 'b' }), {
    code: 'PermanentRedirect',
  })
  equal(seen.length, 1)
})
