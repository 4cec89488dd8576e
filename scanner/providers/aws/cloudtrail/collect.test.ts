// The collector against the fixture cloud: trails, their selectors, and the owners of their buckets.
import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  aws,
  type FindingRecord,
  open,
  planScan,
  scan,
  type UnreadFinding,
} from '../../../index.ts'
import {
  type Account,
  demoAccount,
  firstKeyOf,
  type Rule,
  startFixtureCloud,
} from '../../../testing/index.ts'
import cloudtrail from './index.ts'

const id = '123456789012'
const management = '999999999999'
const now = new Date('2026-01-15T12:00:00Z')

/** The demo account in two regions. */
function accountWith(change: (account: Account) => void): Account {
  const account = demoAccount(now)
  account.denied = []
  account.regions = account.regions.filter(({ name }) => /^(us-east-1|eu-west-1)$/.test(name))
  change(account)
  return account
}

async function scanned(
  t: TestContext,
  account: Account,
  checks: readonly string[],
  ...rules: readonly Rule[]
) {
  const cloud = await startFixtureCloud({ accounts: [account] })
  t.after(() => cloud.close())
  for (const rule of rules) cloud.script(rule)
  const { accessKeyId, secretAccessKey } = firstKeyOf(id)
  const session = await open(
    { ...aws, services: { cloudtrail: async () => cloudtrail } },
    {
      uid: id,
      secret: { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey },
      config: { endpoint_url: cloud.url, retries: 0 },
    },
  )
  try {
    const findings: FindingRecord[] = []
    const unread: UnreadFinding[] = []
    for await (const result of scan(await planScan(session, { checks }), { session, now })) {
      if (result.kind !== 'unit') throw new Error(`the unit ended as ${JSON.stringify(result)}`)
      findings.push(...result.findings)
      unread.push(...result.unread)
    }
    return { findings, unread }
  } finally {
    session.close()
  }
}

/** A rule that replaces the response of an operation. */
const answering = (operation: string, answer: object): Rule => ({
  match: { operation },
  do: 'status',
  status: 200,
  body: JSON.stringify(answer),
})

const audit = (account: Account) => {
  const trail = account.trails.find(({ name }) => name === 'account-audit')
  if (!trail) throw new Error('the demo account has changed its trails')
  return trail
}

test('a trail of the organization is one of its member’s trails, once, in its home region', async (t) => {
  const account = accountWith((it) => {
    const { multiRegion: _, ...rest } = audit(it)
    it.trails = [{ ...rest, multiRegion: true, organization: true, owner: management }]
  })
  const { findings } = await scanned(t, account, ['cloudtrail_log_file_validation_enabled'])
  deepEqual(
    findings.map(({ resource, status }) => [resource.uid, resource.region, status]),
    [[`arn:aws:cloudtrail:us-east-1:${management}:trail/account-audit`, 'us-east-1', 'PASS']],
  )
})

const all = { Field: 'eventCategory', Equals: ['Management'] }
const readOnly = (value: string) => ({ Field: 'readOnly', Equals: [value] })
const advanced = (...selectors: object[][]) => ({
  AdvancedEventSelectors: selectors.map((FieldSelectors) => ({ FieldSelectors })),
})
const plain = (changes: object) => ({
  EventSelectors: [{ ReadWriteType: 'All', IncludeManagementEvents: true, ...changes }],
})
const selectors: [what: string, given: object, status: 'PASS' | 'FAIL'][] = [
  ['all management events', plain({}), 'PASS'],
  [
    'all management events, excluding nothing',
    plain({ ExcludeManagementEventSources: [] }),
    'PASS',
  ],
  ['writes only', plain({ ReadWriteType: 'WriteOnly' }), 'FAIL'],
  ['data events only', plain({ IncludeManagementEvents: false }), 'FAIL'],
  ['all but those of KMS', plain({ ExcludeManagementEventSources: ['kms.amazonaws.com'] }), 'FAIL'],
  ['all management events, by fields', advanced([all]), 'PASS'],
  ['writes only, by fields', advanced([all, readOnly('false')]), 'FAIL'],
  ['reads and writes apart', advanced([all, readOnly('false')], [all, readOnly('true')]), 'PASS'],
  [
    'all but those of KMS, by fields',
    advanced([all, { Field: 'eventSource', NotEquals: ['kms.amazonaws.com'] }]),
    'FAIL',
  ],
  ['data events, by fields', advanced([{ Field: 'eventCategory', Equals: ['Data'] }]), 'FAIL'],
]
for (const [what, given, status] of selectors) {
  test(`a trail that logs ${what} covers its regions: ${status}`, async (t) => {
    const account = accountWith(() => undefined)
    const checks = ['cloudtrail_multi_region_enabled']
    const { findings } = await scanned(t, account, checks, answering('GetEventSelectors', given))
    deepEqual(
      findings.map((it) => it.status),
      [status, status],
    )
  })
}

test('a trail whose selectors are missing from the answer gives no verdict', async (t) => {
  const account = accountWith(() => undefined)
  const checks = ['cloudtrail_multi_region_enabled']
  for (const none of [{}, { EventSelectors: [] }]) {
    const { findings, unread } = await scanned(
      t,
      account,
      checks,
      answering('GetEventSelectors', none),
    )
    deepEqual(findings, [])
    deepEqual(
      unread.map(({ reason, action }) => [reason, action]),
      ['us-east-1', 'eu-west-1'].map(() => ['broken_answer', 'cloudtrail:GetEventSelectors']),
    )
  }
})

test('a trail that logs everything makes up for one that could not be read', async (t) => {
  const account = accountWith((it) => {
    it.trails = [
      { ...audit(it), multiRegion: true },
      { ...audit(it), multiRegion: true, name: 'second' },
    ]
  })
  const checks = ['cloudtrail_multi_region_enabled']
  const denied = (operation: string, trail: string): Rule => ({
    match: { operation, resource: `*/${trail}` },
    do: 'deny',
  })
  for (const operation of ['GetTrailStatus', 'GetEventSelectors']) {
    const { findings, unread } = await scanned(t, account, checks, denied(operation, 'second'))
    deepEqual(unread, [])
    deepEqual(
      findings.map((it) => `${it.status} ${it.status_extended}`).sort(),
      ['eu-west-1', 'us-east-1'].map(
        (region) =>
          `PASS The region ${region} is covered by account-audit with all management events.`,
      ),
    )
  }
  // Without one the coverage of the region is unknown, even if the other trail is known to log too little.
  const writes = audit(account).eventSelectors.map((it) => ({
    ...it,
    readWriteType: 'WriteOnly' as const,
  }))
  account.trails = account.trails.map((it) =>
    it.name === 'second' ? it : { ...it, eventSelectors: writes },
  )
  const { findings, unread } = await scanned(
    t,
    account,
    checks,
    denied('GetEventSelectors', 'second'),
  )
  deepEqual(findings, [])
  deepEqual(
    unread.map(({ action }) => action),
    ['cloudtrail:GetEventSelectors', 'cloudtrail:GetEventSelectors'],
  )
})

test('what an answer does not say of a trail is not taken as off', async (t) => {
  const account = accountWith(() => undefined)
  const listed = {
    Name: 'all',
    TrailARN: `arn:aws:cloudtrail:us-east-1:${id}:trail/all`,
    HomeRegion: 'us-east-1',
    S3BucketName: 'audit',
  }
  const checks = ['cloudtrail_log_file_validation_enabled', 'cloudtrail_multi_region_enabled']
  const { findings, unread } = await scanned(
    t,
    account,
    checks,
    answering('DescribeTrails', { trailList: [listed] }),
  )
  deepEqual(findings, [])
  deepEqual(
    unread.map((it) => `${it.check_id} ${it.reason} ${it.action}`).sort(),
    [checks[0], checks[1], checks[1]].map((it) => `${it} broken_answer cloudtrail:DescribeTrails`),
  )
})

const exposed = 'cloudtrail_logs_s3_bucket_is_not_publicly_accessible'

test('what an account blocks says nothing of a bucket of another account', async (t) => {
  const account = accountWith((it) => {
    it.trails = [audit(it)]
    const bucket = it.s3.buckets.find(({ name }) => name === audit(it).bucket)
    if (!bucket) throw new Error('the trail has no bucket')
    bucket.acl = [...bucket.acl, { to: 'everyone', permission: 'READ' }]
    bucket.publicAccessBlock = null
    it.s3.publicAccessBlock = {
      blockPublicAcls: true,
      ignorePublicAcls: true,
      blockPublicPolicy: true,
      restrictPublicBuckets: true,
    }
  })
  const ours = await scanned(t, account, [exposed])
  deepEqual(
    ours.findings.map((it) => it.status),
    ['PASS'],
  )
  for (const bucket of account.s3.buckets) bucket.owner = management
  const foreign = await scanned(t, account, [exposed])
  deepEqual(foreign.findings, [])
  equal(foreign.unread[0]?.reason, 'bucket_of_another_account')
})
