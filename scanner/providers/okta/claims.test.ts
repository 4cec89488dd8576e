/** Plausible responses of organizations that prove less than a verdict would claim. */
import { deepEqual, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { planScan, scan } from '../../engine/index.ts'
import { acmeOrg, type OktaState } from '../../testing/okta/index.ts'
import { opened, organizationWith } from './testing/opened.ts'

/** Verdicts and gaps of a check. */
async function outcomes(t: TestContext, state: OktaState, check: string) {
  const organization = await organizationWith(t, { state })
  const session = await opened(t, organization)
  const plan = await planScan(session, { checks: [check] })
  const results = await Array.fromAsync(scan(plan, { session }))
  const findings = results.flatMap((one) => ('findings' in one ? one.findings : []))
  const rows = results.flatMap((one) => ('coverage' in one ? one.coverage : []))
  const gaps = rows.filter(({ outcome }) => outcome !== 'assessed')
  return [...findings.map(({ status }) => status), ...gaps.map(({ outcome }) => outcome)]
}

const withList = (path: string, objects: readonly object[]): OktaState => {
  const state = acmeOrg()
  return { ...state, lists: { ...state.lists, [path]: objects as never } }
}

test('a phishing-resistant factor that need not be used is left to people', async (t) => {
  const path = '/api/v1/policies/rstADMIN/rules'
  const [first] = acmeOrg().lists[path] ?? []
  ok(first)
  const rule = (required: boolean | undefined) => ({
    ...first,
    actions: {
      appSignOn: {
        access: 'ALLOW',
        verificationMethod: {
          type: 'ASSURANCE',
          factorMode: '2FA',
          constraints: [{ possession: { phishingResistant: 'REQUIRED', required } }],
        },
      },
    },
  })
  const check = 'application_admin_console_phishing_resistant_authentication'
  for (const [required, verdict] of [
    [undefined, 'PASS'],
    [true, 'PASS'],
    [false, 'MANUAL'],
  ] as const)
    deepEqual(await outcomes(t, withList(path, [rule(required)]), check), [verdict])
})

test('an automation for some users, or with a condition that is not known, is left to people', async (t) => {
  const check = 'user_inactivity_automation_35d_enabled'
  const path = '/api/v1/policies/00pAWAY/rules'
  const [first] = acmeOrg().lists[path] ?? []
  ok(first)
  const judged = (users: object, more: object = {}) => {
    const inactivity = { number: 35, unit: 'DAYS' }
    const conditions = { people: { users: { inactivity, ...users }, ...more } }
    return outcomes(t, withList(path, [{ ...first, conditions }]), check)
  }
  deepEqual(await judged({ exclude: [], include: null }, { groups: null }), ['PASS'])
  for (const users of [
    { include: ['00u1'] },
    { exclude: ['00u1'] },
    { passwordExpiration: { number: 1, unit: 'DAYS' } },
  ])
    deepEqual(await judged(users), ['MANUAL'], JSON.stringify(users))
  deepEqual(await judged({}, { madeUpTomorrow: { a: 1 } }), ['MANUAL'])
})

test('a sign-in page that is too long to look through is a gap', async (t) => {
  const state = acmeOrg()
  const path = '/api/v1/brands/bndGOV/pages/sign-in/customized'
  const page = state.objects[path]
  ok(page)
  state.objects[path] = { ...page, pageContent: ' '.repeat(500_000) + String(page['pageContent']) }
  const check = 'signon_dod_warning_banner_configured'
  deepEqual(await outcomes(t, state, check), ['FAIL', 'capped'])
})

test('an app whose links the answer leaves out is a gap, and not one that only machines use', async (t) => {
  const check = 'application_authentication_policy_network_zone_enforced'
  const { '/api/v1/apps': apps = [] } = acmeOrg().lists
  const without = apps.slice(0, 1).map(({ _links, ...app }) => app)
  deepEqual(await outcomes(t, withList('/api/v1/apps', without), check), ['error'])
})

test('a zone of the blocklist that names no kind of proxy keeps none out', async (t) => {
  const organization = await organizationWith(t, {
    state: withList('/api/v1/zones', [
      {
        id: 'nzo1',
        name: 'Far',
        type: 'DYNAMIC',
        status: 'ACTIVE',
        usage: 'BLOCKLIST',
        proxyType: '',
      },
    ]),
  })
  const session = await opened(t, organization)
  const plan = await planScan(session, { checks: ['network_zone_block_anonymized_proxies'] })
  const results = await Array.fromAsync(scan(plan, { session }))
  deepEqual(
    results
      .flatMap((one) => ('findings' in one ? one.findings : []))
      .map((one) => one.status_extended),
    ['No active zone of acme.okta.com blocks anonymizing proxies in all networks.'],
  )
})
