// Complete scans of the fixture cloud: output on success and on failures.
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
    's3:GetBucketVersioning',
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
  // One trail of the demo account writes to another account's bucket, which the scan's policy cannot access.
  const gaps = whole.coverage.filter(({ action }) => action !== null)
  for (const { sample } of gaps) ok(sample?.endsWith(':trail/partner-copy'), `${sample} has a gap`)
})

const signIn = new Set(['sts:GetCallerIdentity', 'ec2:DescribeRegions'])

test('the configured timeouts are the ones that calls have', async (t) => {
  const cloud = await cloudOf(t)
  const config = { endpoint_url: cloud.url, retries: 0, read_timeout_ms: 80 }
  cloud.script({ match: {}, do: 'hang' })
  const silent = await testConnection(aws, { uid, secret: demoCredentials, config })
  ok(silent.error?.includes('read_timeout'), silent.error ?? 'connected')
  // A port that accepts connections and sends nothing: the TLS handshake never begins.
  const mute = createServer()
  await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done))
  t.after(() => mute.close())
  const { port } = mute.address() as AddressInfo
  const unreachable = { endpoint_url: `https://127.0.0.1:${port}`, retries: 0 }
  const secret = demoCredentials
  const input = { uid, secret, config: { ...unreachable, connect_timeout_ms: 80 } }
  // Without the setting the connection timeout is longer than the whole test may take.
  const { error } = await testConnection(aws, input, 8_000)
  ok(error?.includes('connect_timeout'), error ?? 'connected')
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
