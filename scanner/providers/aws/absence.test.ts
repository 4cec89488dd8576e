import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createHttp } from '../../engine/http.ts'
import { type Http, HttpFailure, unreadFrom } from '../../kit/index.ts'
import { awsClient, nothingLearned } from './calls.ts'

/** A client with hosts that all respond with 403, and no others. Records the requested hosts. */
function hosts(...names: readonly string[]) {
  const asked: string[] = []
  const http: Http = {
    async call({ build, judge }) {
      const { host } = (await build(1)).url
      asked.push(host)
      if (!names.includes(host)) throw new HttpFailure('host_not_found', `no ${host}`)
      const answer = { status: 403, headers: {}, body: Buffer.from('{"message":"no"}') }
      judge(answer)
      return answer
    },
    statistics: () => [],
    close: () => undefined,
  }
  return { http, asked }
}

const client = (http: Http, region: string) =>
  awsClient({
    http,
    clock: { now: () => Date.parse('2026-01-15T12:00:00Z'), sleep: async () => undefined },
    credentials: async () => ({ accessKeyId: 'AKIA', secretAccessKey: 'secret' }),
    endpoint: null,
    account: '123456789012',
    partition: 'aws',
    region,
    signal: new AbortController().signal,
    learned: nothingLearned(),
  })

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (thrown: unknown) => unreadFrom(thrown).code,
  )

const [here, sts, home] = [
  'kafka.eu-south-2.amazonaws.com',
  'sts.eu-south-2.amazonaws.com',
  'kafka.us-east-1.amazonaws.com',
]

const cases: [what: string, names: readonly string[], code: string][] = [
  [
    'without a name in its region is absent where STS answers there and the service elsewhere',
    [sts, home],
    'service_absent',
  ],
  ['is unread where nothing of its region is found', [home], 'host_not_found'],
  ['is unread where its name is found nowhere, as behind a filter', [sts], 'host_not_found'],
  ['is unread where nothing is found at all', [], 'host_not_found'],
  ['that answers is there, whatever it says', [here], 'http_403'],
]

for (const [what, names, code] of cases) {
  test(`a service ${what}`, async () => {
    const { http } = hosts(...names)
    equal(await codeOf(client(http, 'eu-south-2').call('kafka:ListClustersV2')), code)
  })
}

test('an absent service is asked for once, and its witnesses too', async () => {
  const { http, asked } = hosts(sts, home)
  const aws = client(http, 'eu-south-2')
  for (let n = 0; n < 3; n++) {
    equal(await codeOf(aws.call('kafka:ListClustersV2')), 'service_absent')
  }
  deepEqual(asked.toSorted(), [here, home, sts])
})

test('nothing is absent from the home of its partition, and no bucket’s name tells of S3', async () => {
  const { http, asked } = hosts(sts)
  equal(await codeOf(client(http, 'us-east-1').call('kafka:ListClustersV2')), 'host_not_found')
  const s3 = client(http, 'eu-south-2')
  equal(await codeOf(s3.call('s3:GetBucketPolicy', { Bucket: 'shop' })), 'host_not_found')
  deepEqual(asked, [home, 'shop.s3.eu-south-2.amazonaws.com'])
})

for (const [resolver, code] of [
  ['ENOTFOUND', 'host_not_found'],
  ['EAI_AGAIN', 'connection_failed'],
] as const) {
  test(`where the resolver says ${resolver} to every name, no service is absent`, async (t) => {
    const http = createHttp({
      connectTimeoutMs: 1_000,
      readTimeoutMs: 1_000,
      retries: 0,
      hosts: ['.amazonaws.com'],
      limits: { each: 10, overall: 40, perSecond: 1_000 },
      lookup: (name, _, callback) =>
        callback(Object.assign(new Error(`no ${name}`), { code: resolver }), ''),
    })
    t.after(() => http.close())
    equal(await codeOf(client(http, 'eu-south-2').call('kafka:ListClustersV2')), code)
  })
}
