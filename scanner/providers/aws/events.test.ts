import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { demoAccount, demoCredentials, startFixtureCloud } from '@plumbline/scanner/testing'
import { resourceEvents } from '../../engine/index.ts'
import { type EventsAsked, ScanProblem } from '../../kit/index.ts'
import { aws } from './index.ts'

const account = demoAccount()
const cloud = await startFixtureCloud({ accounts: [account], pageSize: 3 })
after(() => cloud.close())

const website = 'arn:aws:s3:::larkspur-website'
const day = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * day)
const config = { endpoint_url: cloud.url, retries: 0 }

const ask = (asked: Partial<EventsAsked> = {}, budgetMs = 10_000) =>
  resourceEvents(
    aws,
    { uid: account.id, secret: demoCredentials, config },
    {
      uid: website,
      region: 'us-east-1',
      since: daysAgo(90),
      until: new Date(),
      most: 50,
      reads: false,
      ...asked,
    },
    budgetMs,
  )
const names = async (asked: Partial<EventsAsked>): Promise<string[]> =>
  (await ask(asked)).events.map(({ event_name }) => event_name)

test('a bucket has the events that CloudTrail logged of it, the newest first, without reads', async () => {
  deepEqual(await names({}), ['PutBucketPolicy', 'DeletePublicAccessBlock', 'PutBucketWebsite'])
  deepEqual(await names({ reads: true }), [
    'PutBucketPolicy',
    'GetBucketPolicy',
    'DeletePublicAccessBlock',
    'PutBucketWebsite',
  ])
  deepEqual(await names({ since: daysAgo(10) }), ['PutBucketPolicy', 'DeletePublicAccessBlock'])
  deepEqual(await names({ most: 1 }), ['PutBucketPolicy'])
})

test('an event says who did what from where, and how it ended', async () => {
  const { events, complete } = await ask({})
  equal(complete, true)
  const [policy, denied] = events
  const { id, event_time, ...event } = policy ?? { id: '', event_time: '' }
  ok(id && Math.abs(Date.parse(event_time) - daysAgo(2.5).getTime()) < 60_000)
  deepEqual(event, {
    event_name: 'PutBucketPolicy',
    event_source: 's3.amazonaws.com',
    actor: 'cloud-admin',
    actor_uid: `arn:aws:iam::${account.id}:user/cloud-admin`,
    actor_type: 'IAMUser',
    source_ip_address: '203.0.113.7',
    user_agent: 'console.amazonaws.com',
    request_data: { bucketName: 'larkspur-website', Host: 'larkspur-website.s3.amazonaws.com' },
    response_data: null,
    error_code: null,
    error_message: null,
  })
  equal(denied?.error_code, 'AccessDenied')
})

test('a resource without a region is looked up at home, by the end of its ARN', async () => {
  const uid = `arn:aws:iam::${account.id}:user/backup-bot`
  deepEqual(await names({ uid, region: 'global' }), ['CreateAccessKey'])
  deepEqual(await names({ uid, region: 'eu-west-1' }), [])
})

test('an event of another kind of resource with the same name is left out', async () => {
  const uid = `arn:aws:sqs:us-east-1:${account.id}:backup-bot`
  deepEqual(await names({ uid }), [])
})

test('an actor has a name, whoever it is', async () => {
  const identities: [object | undefined, string][] = [
    [{ type: 'AssumedRole', arn: 'arn:aws:sts::1:assumed-role/deploy/run-7' }, 'run-7'],
    [{ type: 'AWSService', invokedBy: 'config.amazonaws.com' }, 'cloud-admin'],
    [undefined, 'cloud-admin'],
    [{ type: 'Root', arn: 'arn:aws:iam::1:root' }, 'root'],
  ]
  account.events = identities.map(([userIdentity], at) => ({
    id: `e-${at}`,
    region: 'us-east-1',
    name: 'PutBucketAcl',
    source: 's3.amazonaws.com',
    at: daysAgo(at + 1),
    user: 'cloud-admin',
    readOnly: false,
    resources: [{ type: 'AWS::S3::Bucket', name: 'larkspur-website' }],
    record: { userIdentity, requestParameters: { text: 'a\0b\ud800' } },
  }))
  const { events } = await ask({})
  deepEqual(
    events.map(({ actor }) => actor),
    identities.map(([, name]) => name),
  )
  deepEqual(events[0]?.request_data, { text: 'a\ufffdb\ufffd' })
})

test('a long log is left before its end, and says so', async () => {
  account.events = Array.from({ length: 100 }, (_, at) => ({
    id: `r-${at}`,
    region: 'us-east-1',
    name: at === 99 ? 'DeleteBucketPolicy' : 'GetBucketAcl',
    source: 's3.amazonaws.com',
    at: daysAgo(1 + at / 100),
    user: 'cloud-admin',
    readOnly: at !== 99,
    resources: [{ type: 'AWS::S3::Bucket', name: 'larkspur-website' }],
  }))
  deepEqual(await ask({}), { events: [], complete: false })
  equal((await ask({ since: daysAgo(1.1) })).complete, true)
})

const faults = [
  ['denied', { do: 'deny' }, 'events_denied', /cloudtrail:LookupEvents/],
  ['throttled', { do: 'throttle' }, 'events_throttled', /throttles/],
  ['broken', { do: 'garbage' }, 'events_failed', /broken_answer/],
  ['cut off', { do: 'reset' }, 'events_failed', /connection_failed|truncated/],
  ['silent', { do: 'hang' }, 'timeout', /within 1 seconds/],
] as const
for (const [what, deed, code, detail] of faults) {
  test(`a lookup that is ${what} is the problem ${code}`, async () => {
    const restore = cloud.script({ match: { operation: 'LookupEvents' }, ...deed })
    await rejects(ask({}, 1_000), (error) => {
      ok(error instanceof ScanProblem, String(error))
      equal(error.code, code)
      ok(detail.test(error.detail), error.detail)
      ok(!error.detail.includes(demoCredentials.aws_secret_access_key))
      return true
    })
    restore()
  })
}
