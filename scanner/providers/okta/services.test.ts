/** Collected records of an organization: engines, order of rules, caps, exclusions and hostile names. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { planScan, scan } from '../../engine/index.ts'
import type { ScanConfig } from '../../kit/index.ts'
import { acmeOrg, type OktaState } from '../../testing/okta/index.ts'
import { hostileText } from '../../testing/spoil.ts'
import { opened, organizationWith } from './testing/opened.ts'

async function seen(t: TestContext, state: OktaState, config: ScanConfig = {}, hostile = false) {
  const organization = await organizationWith(t, { state })
  if (hostile) organization.script({ match: {}, do: 'hostile', names: ['name', 'label', 'issuer'] })
  const session = await opened(t, organization, { config })
  const plan = await planScan(session)
  const results = await Array.fromAsync(scan(plan, { session }))
  return {
    organization,
    findings: results.flatMap((one) => ('findings' in one ? one.findings : [])),
    coverage: [
      ...plan.coverage,
      ...results.flatMap((one) => ('coverage' in one ? one.coverage : [])),
    ],
  }
}

const statusesOf = (findings: Awaited<ReturnType<typeof seen>>['findings'], check: string) =>
  findings.filter(({ check_id }) => check_id === check).map(({ status }) => status)

test('in Classic Engine what no API shows is left to people, and is not asked for', async (t) => {
  const { findings, organization } = await seen(t, { ...acmeOrg(), pipeline: 'v1' })
  for (const check of [
    'application_admin_console_mfa_required',
    'application_dashboard_mfa_required',
    'application_dashboard_phishing_resistant_authentication',
    'authenticator_smart_card_active',
    'authenticator_okta_verify_fips_compliant',
  ])
    deepEqual(statusesOf(findings, check), ['MANUAL'], check)
  ok(organization.calls.every(({ operation }) => operation !== 'list authenticators'))
  ok(organization.calls.every(({ resource }) => !resource.includes('/rst')))
})

test('a rule behind one that everybody fits is not judged, and one with conditions lets others get past it', async (t) => {
  const state = acmeOrg()
  const [first, ...rest] = state.lists['/api/v1/policies/rstADMIN/rules'] ?? []
  const catchAll = state.lists['/api/v1/policies/rstDASH/rules']?.[0]
  ok(first && catchAll)
  const weak = { ...catchAll, priority: 5 }
  const check = 'application_admin_console_mfa_required'
  const judged = async (rules: readonly object[]) => {
    state.lists['/api/v1/policies/rstADMIN/rules'] = rules as never
    return statusesOf((await seen(t, state)).findings, check)
  }
  deepEqual(await judged([...rest, first, weak]), ['FAIL'], 'they are in order of priority')
  const people = { users: { exclude: [] } }
  const forAll = { ...first, conditions: { people, network: { connection: 'ANYWHERE' } } }
  deepEqual(await judged([forAll, weak]), ['PASS'])
  const incomplete = { ...first, conditions: { people } }
  deepEqual(await judged([incomplete, weak]), [], 'its network may let others get past it')
  deepEqual(await judged([incomplete]), ['PASS'])
  deepEqual(await judged([{ ...forAll, status: 'INACTIVE' }, weak]), ['FAIL'])
  for (const conditions of [
    { people: { users: { exclude: ['00u1'] } } },
    { people: { groups: { include: ['00g1'] } } },
    { riskScore: { level: 'HIGH' } },
    { device: { registered: true } },
    { madeUpTomorrow: { a: 1 } },
  ])
    deepEqual(await judged([{ ...first, conditions }, weak]), ['FAIL'], JSON.stringify(conditions))
})

test('an organization whose list of apps lacks those of Okta has a gap for them', async (t) => {
  const state = acmeOrg()
  state.lists['/api/v1/apps'] = (state.lists['/api/v1/apps'] ?? []).slice(2)
  const { findings, coverage } = await seen(t, state)
  deepEqual(statusesOf(findings, 'application_admin_console_mfa_required'), [])
  const row = coverage.find(({ check_id }) => check_id === 'application_admin_console_mfa_required')
  deepEqual([row?.outcome, row?.action], ['error', 'okta.apps.read'])
})

test('a policy that is not in the form of the API is a gap for itself alone', async (t) => {
  const state = acmeOrg()
  const policies = state.lists['/api/v1/policies?type=PASSWORD'] ?? []
  state.lists['/api/v1/policies?type=PASSWORD'] = policies.map((policy) =>
    policy['id'] === '00pWEAK' ? { ...policy, settings: { password: 'strong' } } : policy,
  )
  const { findings, coverage } = await seen(t, state)
  const check = 'authenticator_password_history_5'
  equal(statusesOf(findings, check).length, policies.length - 1)
  const rows = coverage.filter(({ check_id }) => check_id === check)
  deepEqual(rows.map(({ outcome }) => outcome).toSorted(), ['assessed', 'error'])
})

test('caps and exclusions leave out, and say so', async (t) => {
  const { findings, coverage } = await seen(t, acmeOrg(), {
    max_scanned_resources_per_service: 1,
    excluded_services: ['systemlog'],
    excluded_checks: ['signon_global_session_lifetime_18h'],
  })
  const outcomes = (check: string) =>
    coverage.filter(({ check_id }) => check_id === check).map(({ outcome }) => outcome)
  deepEqual(outcomes('apitoken_not_super_admin').toSorted(), ['assessed', 'capped'])
  deepEqual(outcomes('systemlog_streaming_enabled'), ['excluded'])
  deepEqual(outcomes('signon_global_session_lifetime_18h'), ['excluded'])
  ok(findings.every(({ service }) => service !== 'systemlog'))
})

test('thresholds are those of the configuration', async (t) => {
  const check = 'signon_global_session_idle_timeout_15min'
  const loose = await seen(t, acmeOrg(), { okta_max_session_idle_minutes: 120 })
  deepEqual(statusesOf(loose.findings, check), ['PASS', 'PASS'])
})

test('hostile names change no verdict and reach people without their signs', async (t) => {
  const calm = await seen(t, acmeOrg())
  const { findings } = await seen(t, acmeOrg(), {}, true)
  ok(findings.length > 80)
  const known = new Map(calm.findings.map(({ uid, status }) => [uid, status]))
  for (const { uid, status, status_extended, resource } of findings) {
    if (!/-okta-(?:idp|application|user)_/.test(uid)) equal(status, known.get(uid), uid)
    ok(!/[\p{Cc}\u202e]/u.test(status_extended + resource.name), status_extended)
    ok(!resource.uid.includes(hostileText.slice(0, 5)))
  }
})
