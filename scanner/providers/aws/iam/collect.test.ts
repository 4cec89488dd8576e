// The collector against the fixture cloud: its calls, and the results of bad responses.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  aws,
  type CoverageRow,
  type FindingRecord,
  open,
  planScan,
  type ScanConfig,
  scan,
  systemClock,
  type UnreadFinding,
} from '../../../index.ts'
import type { Clock } from '../../../kit/index.ts'
import {
  type Account,
  blankAccount,
  type Deed,
  demoAccount,
  type FixtureCloud,
  firstKeyOf,
  startFixtureCloud,
} from '../../../testing/index.ts'
import { columns, pauses } from './credential-report.ts'
import iam from './index.ts'

const id = '123456789012'
const now = new Date('2026-01-15T12:00:00Z')
const arn = (name: string) => `arn:aws:iam::${id}:${name}`

/** Notes how long the credential report is waited for, and hurries; shorter waits are the limits'. */
function hurried(): Clock & { waits: number[] } {
  const waits: number[] = []
  return {
    waits,
    now: systemClock.now,
    async sleep(ms, signal) {
      if (ms >= pauses[0]) waits.push(ms)
      await systemClock.sleep(Math.min(ms, 10), signal)
    },
  }
}

async function cloudOf(t: TestContext, account: Account, pageSize?: number): Promise<FixtureCloud> {
  const cloud = await startFixtureCloud({
    accounts: [account],
    ...(pageSize === undefined ? {} : { pageSize }),
  })
  t.after(() => cloud.close())
  return cloud
}

interface Asked {
  clock?: Clock
  checks?: readonly string[]
  uids?: readonly string[]
  config?: ScanConfig
}

interface Seen {
  readonly findings: readonly FindingRecord[]
  readonly unread: readonly UnreadFinding[]
  readonly coverage: readonly CoverageRow[]
  readonly actions: readonly string[]
  /** The calls of IAM, by name. */
  readonly calls: readonly string[]
}

async function scanned(cloud: FixtureCloud, asked: Asked = {}): Promise<Seen> {
  const { clock = hurried(), checks, uids, config = {} } = asked
  const { accessKeyId, secretAccessKey } = firstKeyOf(id)
  const session = await open(
    { ...aws, services: { iam: async () => iam } },
    {
      uid: id,
      clock,
      secret: { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey },
      config: { endpoint_url: cloud.url, retries: 0, ...config },
    },
  )
  try {
    const before = cloud.calls.length
    const plan = await planScan(session, {
      ...(checks ? { checks } : {}),
      ...(uids ? { uids } : {}),
    })
    for await (const result of scan(plan, { session, now })) {
      ok(result.kind === 'unit', `the unit ended as ${result.kind}`)
      const calls = cloud.calls.slice(before).map(({ operation }) => operation)
      return { ...result, actions: plan.actions, calls }
    }
    throw new Error('the scan has no unit')
  } finally {
    session.close()
  }
}

const verdicts = ({ findings }: Seen) =>
  findings.map(({ uid, status, status_extended }) => `${uid} ${status} ${status_extended}`).sort()

const statusOf = ({ findings }: Seen, check: string, resource: string) =>
  findings.find(({ check_id, resource: { uid } }) => check_id === check && uid === resource)?.status

/** The demo account without its denials, as the manager of an organization. */
function openAccount(): Account {
  const account = demoAccount(now)
  account.iam.organizationFeatures = ['RootCredentialsManagement']
  return { ...account, denied: [] }
}

test('the demo account is judged whole, and nobody is judged twice', async (t) => {
  const seen = await scanned(await cloudOf(t, openAccount()))
  deepEqual(seen.unread, [])
  deepEqual([...new Set(seen.findings.map(({ status }) => status))].sort(), ['FAIL', 'PASS'])
  equal(new Set(seen.findings.map(({ uid }) => uid)).size, seen.findings.length)
  const users = new Set(
    seen.findings
      .filter(({ check_id }) => check_id === 'iam_user_mfa_enabled_console_access')
      .map(({ resource }) => resource.uid),
  )
  equal(users.size, openAccount().iam.users.length)
})

test('what the account holds arrives: credentials, policies, devices, certificates', async (t) => {
  const account = blankAccount(id)
  const day = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const everything = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow' as const, Action: '*', Resource: '*' }],
  }
  account.iam.root = { ...account.iam.root, mfa: 'virtual', passwordLastUsedAt: day(1) }
  account.iam.users = [
    {
      name: 'a,b',
      id: 'AIDAEXAMPLE000000001',
      path: '/ops/',
      createdAt: day(500),
      attachedPolicies: ['arn:aws:iam::aws:policy/AdministratorAccess'],
      inlinePolicies: { 'all + more': everything },
      console: { createdAt: day(500), changedAt: day(100), lastUsedAt: day(60) },
      accessKeys: [
        { id: 'AKIAEXAMPLE000000001', active: true, createdAt: day(91), lastUsed: null },
      ],
      mfaDevices: [{ serial: arn('mfa/phone'), kind: 'virtual', enabledAt: day(10) }],
      groups: [],
      tags: { team: 'ops' },
    },
  ]
  account.iam.serverCertificates = [
    { name: 'old', id: 'ASCAEXAMPLE000000001', uploadedAt: day(800), expiresAt: day(3) },
  ]
  const seen = await scanned(await cloudOf(t, account))
  deepEqual(seen.unread, [])
  const user = arn('user/ops/a,b')
  const inline = arn('inline-policy/user/ops/a,b/all + more')
  const expected: [string, string, string][] = [
    ['iam_root_mfa_enabled', arn('root'), 'PASS'],
    ['iam_root_hardware_mfa_enabled', arn('root'), 'FAIL'],
    ['iam_avoid_root_usage', arn('root'), 'FAIL'],
    ['iam_no_root_access_key', arn('root'), 'PASS'],
    ['iam_user_mfa_enabled_console_access', user, 'PASS'],
    ['iam_user_hardware_mfa_enabled', user, 'FAIL'],
    ['iam_user_console_access_unused', user, 'FAIL'],
    ['iam_rotate_access_key_90_days', user, 'FAIL'],
    ['iam_user_administrator_access_policy', user, 'FAIL'],
    ['iam_policy_attached_only_to_group_or_roles', user, 'FAIL'],
    ['iam_inline_policy_no_administrative_privileges', inline, 'FAIL'],
    ['iam_no_expired_server_certificates_stored', arn('server-certificate/old'), 'FAIL'],
    ['iam_password_policy_symbol', arn('password-policy'), 'FAIL'],
  ]
  for (const [check, resource, status] of expected) {
    equal(statusOf(seen, check, resource), status, `${check} of ${resource}`)
  }
  const found = seen.findings.find(({ resource }) => resource.uid === user)
  deepEqual(found?.resource.tags, { team: 'ops' })
})

test('an empty account is judged by what every account has', async (t) => {
  const seen = await scanned(await cloudOf(t, blankAccount(id)))
  deepEqual(seen.unread, [])
  deepEqual([...new Set(seen.findings.map(({ resource }) => resource.uid))].sort(), [
    arn('password-policy'),
    arn('root'),
    arn('saml-providers'),
    'arn:aws:iam::aws:policy/AWSCloudShellFullAccess',
    'arn:aws:iam::aws:policy/AWSSupportAccess',
    'arn:aws:iam::aws:policy/SecurityAudit',
  ])
  const outcome = (id: string) => seen.coverage.find(({ check_id }) => check_id === id)?.outcome
  equal(outcome('iam_user_mfa_enabled_console_access'), 'not_applicable')
  // The root user may have keys in an account without other users.
  equal(outcome('iam_user_accesskey_unused'), 'assessed')
})

test('a policy that bounds somebody is held by nobody', async (t) => {
  const account = openAccount()
  const [policies, checks] = [
    ['SecurityAudit', 'AWSSupportAccess', 'AWSCloudShellFullAccess'],
    [
      'iam_securityaudit_role_created',
      'iam_support_role_created',
      'iam_policy_cloudshell_admin_not_attached',
    ],
  ]
  const [role] = account.iam.roles
  ok(role)
  account.iam.users = []
  account.iam.groups = []
  account.iam.roles = policies.map((name) => ({
    ...role,
    name: `bounded-by-${name}`,
    attachedPolicies: [],
    permissionsBoundary: `arn:aws:iam::aws:policy/${name}`,
  }))
  const { findings } = await scanned(await cloudOf(t, account), { checks })
  deepEqual(
    findings.map(({ check_id, status }) => `${check_id} ${status}`).sort(),
    checks.map((it, index) => `${it} ${index === 2 ? 'PASS' : 'FAIL'}`).sort(),
  )
})

test('an account in pages of one gives what it gives in one page', async (t) => {
  const whole = await scanned(await cloudOf(t, openAccount()))
  const paged = await scanned(await cloudOf(t, openAccount(), 1))
  deepEqual(verdicts(paged), verdicts(whole))
  ok(paged.calls.length > whole.calls.length + 20)
})

test('each permission, when denied, is named by coverage, and no verdict comes from it', async (t) => {
  const cloud = await cloudOf(t, openAccount())
  const sound = await scanned(cloud)
  const before = new Set(verdicts(sound))
  for (const action of sound.actions) {
    cloud.account(id).denied = [{ action }]
    const seen = await scanned(cloud)
    ok(
      seen.coverage.some((row) => row.outcome === 'denied' && row.action === action),
      `no row names ${action}`,
    )
    for (const verdict of verdicts(seen)) ok(before.has(verdict), `${action}: ${verdict}`)
    ok(seen.findings.length < before.size)
    const explained = new Set(seen.unread.map(({ check_id, uid }) => uid ?? check_id))
    const given = new Set(seen.findings.map(({ uid }) => uid))
    for (const { uid, check_id } of sound.findings) {
      ok(given.has(uid) || explained.has(uid) || explained.has(check_id), `${uid} is lost`)
    }
  }
})

const faults: [string, Deed, CoverageRow['outcome']][] = [
  ['throttled', { do: 'throttle' }, 'throttled'],
  ['hung', { do: 'hang' }, 'error'],
  ['reset', { do: 'reset' }, 'error'],
  ['truncated', { do: 'truncate' }, 'error'],
  ['broken', { do: 'garbage' }, 'error'],
]

const operations = [
  'GenerateCredentialReport',
  'GetAccountAuthorizationDetails',
  'GetAccountPasswordPolicy',
  'GetAccountSummary',
  'GetCredentialReport',
  'ListEntitiesForPolicy',
  'ListMFADevices',
  'ListOrganizationsFeatures',
  'ListSAMLProviders',
  'ListServerCertificates',
  'ListVirtualMFADevices',
]

for (const [what, deed, outcome] of faults) {
  test(`an answer that is ${what} is a gap with its permission and no verdict`, async (t) => {
    const cloud = await cloudOf(t, openAccount())
    const before = new Set(verdicts(await scanned(cloud)))
    for (const operation of operations) {
      const remove = cloud.script({ match: { operation }, ...deed })
      const seen = await scanned(cloud, {
        config: { read_timeout_ms: what === 'hung' ? 500 : 10_000 },
      })
      remove()
      const action = `iam:${operation}`
      ok(
        seen.coverage.some((row) => row.outcome === outcome && row.action === action),
        `${operation}: no ${outcome} row`,
      )
      for (const verdict of verdicts(seen)) ok(before.has(verdict), `${operation}: ${verdict}`)
      ok(seen.findings.length < before.size)
    }
  })
}

test('a list that breaks on its second page keeps what it showed and closes nothing', async (t) => {
  const cloud = await cloudOf(t, openAccount(), 3)
  const checks = ['iam_policy_attached_only_to_group_or_roles']
  cloud.script({ match: { operation: 'GetAccountAuthorizationDetails', nth: 2 }, do: 'throttle' })
  const seen = await scanned(cloud, { checks })
  equal(seen.findings.length, 3)
  deepEqual(
    seen.unread.map(({ uid, action }) => [uid, action]),
    [[null, 'iam:GetAccountAuthorizationDetails']],
  )
})

test('a check costs its own calls and no others', async (t) => {
  const cloud = await cloudOf(t, openAccount())
  const costs: [string, string[]][] = [
    ['iam_password_policy_symbol', ['GetAccountPasswordPolicy']],
    ['iam_root_mfa_enabled', ['GetAccountSummary']],
    ['iam_root_hardware_mfa_enabled', ['GetAccountSummary', 'ListVirtualMFADevices']],
    ['iam_support_role_created', ['ListEntitiesForPolicy']],
    ['iam_user_administrator_access_policy', ['GetAccountAuthorizationDetails']],
  ]
  for (const [check, calls] of costs) {
    deepEqual([...(await scanned(cloud, { checks: [check] })).calls].sort(), calls, check)
  }
})

test('the credential report is waited for, and asked for by nobody twice', async (t) => {
  const account = openAccount()
  account.iam.credentialReport = { asked: false, pollsLeft: 3, generatedAt: null }
  const cloud = await cloudOf(t, account)
  const clock = hurried()
  const seen = await scanned(cloud, {
    clock,
    checks: ['iam_user_two_active_access_key', 'iam_avoid_root_usage'],
  })
  deepEqual(seen.unread, [])
  ok(clock.waits.length > 1)
  deepEqual(clock.waits, pauses.slice(0, clock.waits.length))
  equal(seen.calls.filter((it) => it === 'GetCredentialReport').length, 1)
})

test('a report that vanishes between two calls is waited for again', async (t) => {
  const cloud = await cloudOf(t, openAccount())
  const checks = ['iam_avoid_root_usage']
  await scanned(cloud, { checks })
  const body = '<ErrorResponse><Error><Code>ReportExpired</Code></Error></ErrorResponse>'
  cloud.script({
    match: { operation: 'GetCredentialReport', nth: 1 },
    do: 'status',
    status: 410,
    body,
  })
  const seen = await scanned(cloud, { checks })
  equal(seen.findings.length, 1)
})

test('a report that does not come in time is an error of every check that needs it', async (t) => {
  const account = openAccount()
  account.iam.credentialReport = { asked: true, pollsLeft: 1_000, generatedAt: null }
  const cloud = await cloudOf(t, account)
  const clock = hurried()
  const seen = await scanned(cloud, {
    clock,
    checks: ['iam_avoid_root_usage', 'iam_no_root_access_key'],
  })
  deepEqual(clock.waits, pauses)
  deepEqual(
    seen.unread.map(({ check_id, reason, action }) => [check_id, reason, action]),
    [['iam_avoid_root_usage', 'report_not_ready', 'iam:GenerateCredentialReport']],
  )
  deepEqual(
    seen.findings.map(({ check_id }) => check_id),
    ['iam_no_root_access_key'],
  )
})

test('a user who is newer than the report is unread, not without credentials', async (t) => {
  const cloud = await cloudOf(t, openAccount())
  const report = Buffer.from(`${columns.join(',')}\n`).toString('base64')
  cloud.script({
    match: { operation: 'GetCredentialReport' },
    do: 'hostile',
    names: ['Content'],
    text: report,
  })
  const seen = await scanned(cloud, { checks: ['iam_user_mfa_enabled_console_access'] })
  deepEqual(seen.findings, [])
  equal(seen.unread.length, cloud.account(id).iam.users.length)
  ok(seen.unread.every(({ reason }) => reason === 'not_in_credential_report'))
})

test('a policy that cannot be read is a gap of its own, and the others are judged', async (t) => {
  const account = openAccount()
  const [first] = account.iam.policies
  if (first) first.defaultVersion = 'v99'
  const seen = await scanned(await cloudOf(t, account), {
    checks: ['iam_policy_no_full_access_to_kms'],
  })
  deepEqual(
    seen.unread.map(({ uid, reason }) => [uid?.endsWith(first?.arn ?? '?'), reason]),
    [[true, 'broken_policy']],
  )
  ok(seen.findings.length > 0)
})

test('a partial scan of one user judges that user alone', async (t) => {
  const cloud = await cloudOf(t, openAccount())
  const name = cloud.account(id).iam.users[0]?.name ?? ''
  const seen = await scanned(cloud, { uids: [arn(`user/${name}`)] })
  deepEqual([...new Set(seen.findings.map(({ resource }) => resource.name))], [name])
  equal(seen.calls.filter((it) => it === 'ListMFADevices').length, 1)
})

test('text that wants to be markup or a formula stays text', async (t) => {
  const cloud = await cloudOf(t, openAccount())
  cloud.script({
    match: { service: 'iam' },
    do: 'hostile',
    names: ['UserName', 'GroupName', 'PolicyName'],
  })
  const seen = await scanned(cloud)
  ok(seen.findings.some(({ status_extended }) => status_extended.includes('<script>')))
})

test('an account without an organization has no say about root users elsewhere', async (t) => {
  const account = openAccount()
  account.iam.organizationFeatures = null
  const checks = ['iam_root_credentials_management_enabled']
  const { findings, unread, coverage } = await scanned(await cloudOf(t, account), { checks })
  deepEqual([findings, unread], [[], []])
  equal(coverage[0]?.outcome, 'not_applicable')
})

test('an organization without trusted access for IAM manages no root credentials', async (t) => {
  const cloud = await cloudOf(t, openAccount())
  const body =
    '<ErrorResponse><Error><Code>ServiceAccessNotEnabledException</Code></Error></ErrorResponse>'
  const match = { operation: 'ListOrganizationsFeatures' }
  cloud.script({ match, do: 'status', status: 400, body })
  const seen = await scanned(cloud, { checks: ['iam_root_credentials_management_enabled'] })
  deepEqual(
    seen.findings.map(({ status }) => status),
    ['FAIL'],
  )
})
