// Whole scans of the fixture cloud: what is shown when all is well, and what when it is not.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import {
  aws,
  type CoverageRow,
  describeChecks,
  type FindingRecord,
  open,
  planScan,
  type ScanConfig,
  type ScanResult,
  scan,
  testConnection,
  type UnreadFinding,
} from './index.ts'
import {
  type Account,
  type Deed,
  demoAccount,
  demoCredentials,
  demoRole,
  type FixtureCloud,
  operatorAccount,
  smallAccount,
  startFixtureCloud,
} from './testing/index.ts'

const uid = '123456789012'
const now = new Date('2026-01-15T12:00:00Z')

async function cloudOf(t: TestContext, change: (account: Account) => void = () => undefined) {
  const account = demoAccount(now)
  change(account)
  const cloud = await startFixtureCloud({ accounts: [account, operatorAccount()] })
  t.after(() => cloud.close())
  return cloud
}

interface Seen {
  readonly findings: readonly FindingRecord[]
  readonly unread: readonly UnreadFinding[]
  readonly coverage: readonly CoverageRow[]
  readonly failed: readonly ScanResult[]
  readonly actions: readonly string[]
}

async function scanned(
  cloud: FixtureCloud,
  services: readonly string[],
  config: ScanConfig = {},
): Promise<Seen> {
  const chosen = (await describeChecks(aws))
    .filter(({ service }) => services.includes(service))
    .map(({ id }) => id)
  const session = await open(aws, {
    uid,
    secret: demoCredentials,
    config: { endpoint_url: cloud.url, retries: 0, ...config },
  })
  try {
    const plan = await planScan(session, { checks: chosen })
    const findings: FindingRecord[] = []
    const unread: UnreadFinding[] = []
    const coverage: CoverageRow[] = [...plan.coverage]
    const failed: ScanResult[] = []
    for await (const result of scan(plan, { session, now })) {
      if (result.kind === 'unit') {
        findings.push(...result.findings)
        unread.push(...result.unread)
        coverage.push(...result.coverage)
      } else failed.push(result)
    }
    return { findings, unread, coverage, failed, actions: plan.actions }
  } finally {
    session.close()
  }
}

const mine = ['account', 'cloudtrail', 'kms', 's3']

test('the demo account gives PASS, FAIL and MANUAL, and an honest gap where it denies', async (t) => {
  const { findings, coverage, failed } = await scanned(await cloudOf(t), mine)
  deepEqual(failed, [])
  const statuses = new Set(findings.map(({ status }) => status))
  deepEqual([...statuses].sort(), ['FAIL', 'MANUAL', 'PASS'])
  const denied = new Set(
    coverage.filter(({ outcome }) => outcome === 'denied').map(({ action }) => action),
  )
  deepEqual([...denied].sort(), [
    'kms:GetKeyPolicy',
    's3:GetBucketAcl',
    's3:GetBucketLogging',
    's3:GetBucketPolicy',
  ])
  ok(!coverage.some(({ outcome }) => outcome === 'error' || outcome === 'throttled'))
  equal(new Set(findings.map(({ uid }) => uid)).size, findings.length)
})

test('the small account has every service and status of the demo account, two regions, and a refused read', async (t) => {
  const services = [...mine, 'ec2', 'iam']
  const cloud = await startFixtureCloud({ accounts: [smallAccount(now)] })
  t.after(() => cloud.close())
  const small = await scanned(cloud, services)
  const whole = await scanned(await cloudOf(t), services)
  deepEqual(small.failed, [])
  const kinds = ({ findings }: Seen): string[] =>
    [...new Set(findings.map(({ service, status }) => `${service} ${status}`))].sort()
  deepEqual(kinds(small), kinds(whole))
  equal(new Set(small.findings.map(({ region }) => region)).size, 2)
  ok(small.coverage.some(({ outcome }) => outcome === 'denied'))
  ok(small.findings.length < whole.findings.length / 2)
})

test('the plan’s permissions are enough: with nothing else allowed nothing is denied', async (t) => {
  const cloud = await cloudOf(t, (account) => {
    account.denied = []
  })
  const whole = await scanned(cloud, mine)
  // One trail of the demo account writes to another account's bucket: no policy of ours opens that.
  const gaps = whole.coverage.filter(({ action }) => action !== null)
  for (const { sample } of gaps) ok(sample?.endsWith(':trail/partner-copy'), `${sample} has a gap`)
})

const signIn = new Set(['sts:GetCallerIdentity', 'ec2:DescribeRegions'])

test('each permission, when denied, ends in coverage that names it and in no verdict from it', async (t) => {
  const sound = await scanned(
    await cloudOf(t, (account) => {
      account.denied = []
    }),
    mine,
  )
  const before = new Map(sound.findings.map((finding) => [finding.uid, finding]))
  // Only clouds that list buckets without their regions are asked for each bucket's.
  for (const action of sound.actions.filter((it) => it !== 's3:GetBucketLocation')) {
    const cloud = await cloudOf(t, (account) => {
      account.denied = [{ action }]
    })
    const { findings, unread, coverage, failed } = await scanned(cloud, mine)
    deepEqual(failed, [], action)
    ok(
      coverage.some((row) => row.outcome === 'denied' && row.action === action),
      `${action} is in no coverage row`,
    )
    for (const { uid, status, status_extended } of findings) {
      deepEqual(
        [status, status_extended],
        [before.get(uid)?.status, before.get(uid)?.status_extended],
      )
    }
    const seen = new Set(findings.map(({ uid }) => uid))
    const explained = new Set(unread.map((it) => it.uid ?? it.check_id))
    for (const [uid, { check_id }] of before) {
      ok(seen.has(uid) || explained.has(uid) || explained.has(check_id), `${uid} without ${action}`)
    }
  }
})

const faults: [string, Deed, CoverageRow['outcome']][] = [
  ['denied', { do: 'deny' }, 'denied'],
  ['throttled', { do: 'throttle' }, 'throttled'],
  ['hung', { do: 'hang' }, 'error'],
  ['reset', { do: 'reset' }, 'error'],
  ['truncated', { do: 'truncate' }, 'error'],
  ['garbage', { do: 'garbage' }, 'error'],
  ['an internal error', { do: 'status', status: 500 }, 'error'],
]

const reads: [string, string, string, string][] = [
  ['s3', 's3', 'GetBucketAcl', 's3:GetBucketAcl'],
  ['s3', 's3', 'GetBucketEncryption', 's3:GetEncryptionConfiguration'],
  ['s3', 's3control', 'ListAccessPoints', 's3:ListAccessPoints'],
  ['kms', 'kms', 'ListKeys', 'kms:ListKeys'],
  ['kms', 'kms', 'GetKeyRotationStatus', 'kms:GetKeyRotationStatus'],
  ['cloudtrail', 'cloudtrail', 'DescribeTrails', 'cloudtrail:DescribeTrails'],
  ['account', 'account', 'GetContactInformation', 'account:GetContactInformation'],
]

for (const [what, deed, outcome] of faults) {
  test(`answers that are ${what} end as coverage with the permission’s name, never as a verdict`, async (t) => {
    const cloud = await cloudOf(t)
    for (const [name, service, operation, action] of reads) {
      const remove = cloud.script({ match: { service, operation }, ...deed })
      const { findings, coverage, unread, failed } = await scanned(cloud, [name], {
        read_timeout_ms: what === 'hung' ? 200 : 10_000,
      })
      remove()
      deepEqual(failed, [])
      const gap = coverage.find((row) => row.outcome === outcome && row.action === action)
      ok(gap, `${operation} ${what}: no ${outcome} row names ${action}`)
      ok(unread.some((it) => it.check_id === gap.check_id))
      const assessed = coverage.filter((row) => row.outcome === 'assessed')
      const counted = assessed.reduce((sum, { count }) => sum + count, 0)
      equal(counted, findings.length)
      ok(
        !findings.some((it) => it.check_id === gap.check_id) ||
          assessed.some((it) => it.check_id === gap.check_id),
      )
    }
  })
}

test('without retries every call is made exactly once, with two of them three times', async (t) => {
  const cloud = await cloudOf(t)
  cloud.script({ match: { operation: 'ListKeys' }, do: 'status', status: 500 })
  cloud.script({ match: { operation: 'GetContactInformation' }, do: 'reset' })
  for (const retries of [0, 2]) {
    const from = cloud.calls.length
    await scanned(cloud, ['account', 'kms'], { retries })
    const attempts = (operation: string, region: string) =>
      cloud.calls.slice(from).filter((it) => it.operation === operation && it.region === region)
        .length
    equal(attempts('ListKeys', 'us-east-1'), retries + 1)
    equal(attempts('GetContactInformation', 'us-east-1'), retries + 1)
  }
})

test('the configured timeouts are the ones that calls have', async (t) => {
  const cloud = await cloudOf(t)
  const config = { endpoint_url: cloud.url, retries: 0, read_timeout_ms: 80 }
  cloud.script({ match: {}, do: 'hang' })
  const silent = await testConnection(aws, { uid, secret: demoCredentials, config })
  ok(silent.error?.includes('read_timeout'), silent.error ?? 'connected')
  // A port that accepts connections and says nothing: TLS never begins.
  const mute = createServer()
  await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done))
  t.after(() => mute.close())
  const { port } = mute.address() as AddressInfo
  const unreachable = { endpoint_url: `https://127.0.0.1:${port}`, retries: 0 }
  const secret = demoCredentials
  const started = Date.now()
  const { error } = await testConnection(aws, {
    uid,
    secret,
    config: { ...unreachable, connect_timeout_ms: 80 },
  })
  ok(error?.includes('connect_timeout'), error ?? 'connected')
  ok(Date.now() - started < 2_000)
})

test('a list that breaks on its second page keeps what it showed and closes nothing', async (t) => {
  const account = demoAccount(now)
  const cloud = await startFixtureCloud({ accounts: [account], pageSize: 3 })
  t.after(() => cloud.close())
  const whole = await scanned(cloud, ['s3'])
  cloud.script({ match: { operation: 'ListBuckets', nth: 2 }, do: 'throttle' })
  const cut = await scanned(cloud, ['s3'])
  ok(cut.findings.length > 0 && cut.findings.length < whole.findings.length)
  ok(cut.unread.some(({ check_id, uid }) => check_id === 's3_bucket_public_access' && uid === null))
})

test('throttling within the retries is survived without a trace in the verdicts', async (t) => {
  const cloud = await cloudOf(t)
  const calm = await scanned(cloud, ['kms'])
  cloud.script({ match: { service: 'kms', times: 3 }, do: 'throttle' })
  const busy = await scanned(cloud, ['kms'], { retries: 4 })
  deepEqual(busy.findings.map(({ uid }) => uid).sort(), calm.findings.map(({ uid }) => uid).sort())
  ok(!busy.coverage.some(({ outcome }) => outcome === 'throttled'))
})

test('an account without anything gives no findings but the account’s own', async (t) => {
  const cloud = await cloudOf(t, (account) => Object.assign(account.s3, { buckets: [] }))
  const { findings, coverage } = await scanned(cloud, ['s3'])
  ok(findings.every(({ check_id }) => !check_id.startsWith('s3_bucket_')))
  const row = coverage.find(({ check_id }) => check_id === 's3_bucket_public_access')
  equal(row?.outcome, 'not_applicable')
})

test('regions that may not be listed leave the home region and a gap of every regional check', async (t) => {
  const cloud = await cloudOf(t, (account) => {
    account.denied = [{ action: 'ec2:DescribeRegions' }]
  })
  const { coverage } = await scanned(cloud, ['kms'])
  ok(coverage.some(({ region, outcome }) => region === 'us-east-1' && outcome !== 'denied'))
  const gaps = coverage.filter(({ region }) => region === '*')
  equal(gaps.length, 3)
  ok(gaps.every(({ outcome, action }) => outcome === 'denied' && action === 'ec2:DescribeRegions'))
})

test('a role signs in with its external id; wrong secrets and foreign accounts say what is wrong', async (t) => {
  const cloud = await cloudOf(t)
  const config = { endpoint_url: cloud.url, retries: 0 }
  const tried = async (secret: unknown, account = uid) => {
    const { connected, code } = await testConnection(aws, { uid: account, secret, config })
    return connected ? 'connected' : code
  }
  equal(await tried(demoCredentials), 'connected')
  equal(await tried(demoRole), 'connected')
  equal(await tried({ ...demoRole, external_id: 'wrong' }), 'role_denied')
  equal(await tried({ ...demoCredentials, aws_secret_access_key: 'wrong' }), 'sign_in_denied')
  equal(await tried({ ...demoCredentials, aws_access_key_id: 'AKIAUNKNOWN' }), 'sign_in_denied')
  equal(await tried(demoCredentials, '999999999999'), 'account_mismatch')
  equal(await tried({}), 'invalid_secret')
})

test('every sign-in call is counted with its name', async (t) => {
  const cloud = await cloudOf(t)
  const session = await open(aws, {
    uid,
    secret: demoCredentials,
    config: { endpoint_url: cloud.url },
  })
  t.after(() => session.close())
  const names = session.http.statistics().map(({ name }) => name)
  deepEqual(new Set(names), signIn)
})
