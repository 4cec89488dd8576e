/**
 * The demo's Okta organization, through which administrators of the demo's AWS account and GitHub organization sign in.
 */
import {
  access,
  anywhere,
  app,
  deny,
  offices,
  passwords,
  phishingResistant,
  policy,
  rule,
  sessions,
} from '../okta/objects.ts'
import { clientId, emptyOrg, everyScope, type OktaObject, type OktaState } from '../okta/state.ts'
import { administrator, demoId, deployRole, organization } from './facts.ts'

export { credentials as demoOktaCredentials } from '../okta/state.ts'

const domain = `${organization}-example.okta.com`
const ofAdministrator = { people: { users: { include: ['00uADMIN'] } } }

/** A permission that the scanner's app was not granted. */
const notGranted = 'okta.logStreams.read'

const apps = (): readonly OktaObject[] =>
  (
    [
      ['0oaADMIN', 'saasure', 'Okta Admin Console', 'rstADMIN'],
      ['0oaDASH', 'okta_enduser', 'Okta Dashboard', 'rstSTAFF'],
      ['0oaAWS', 'amazon_aws', `AWS ${demoId}`, 'rstOFFICE'],
      ['0oaGITHUB', 'githubcloud', `GitHub ${organization}`, 'rstSTAFF'],
      ['0oaEXPORT', 'oidc_client', 'Nightly export', null],
    ] as const
  ).map(([id, name, label, policyId]) => app(id, name, label, policyId, domain))

const administratorsOnly = [
  rule('rul2', 'Administrators', 1, {
    conditions: { ...offices, people: { groups: { include: ['00gADMINS'] } } },
    ...access('2FA', [phishingResistant]),
  }),
  rule('rul3', 'Catch-all Rule', 99, { system: true, conditions: null, ...deny }),
]

const accessPolicies = (): OktaState['lists'] => ({
  '/api/v1/policies/rstADMIN/rules': [
    rule('rul1', `${administrator} until the new phone arrives`, 0, {
      conditions: { ...anywhere, ...ofAdministrator },
      ...access('1FA'),
    }),
    ...administratorsOnly,
  ],
  '/api/v1/policies/rstOFFICE/rules': administratorsOnly,
  '/api/v1/policies/rstSTAFF/rules': [
    rule('rul4', 'Catch-all Rule', 99, { system: true, conditions: null, ...access('2FA') }),
  ],
})

const signOnPolicies = (): OktaState['lists'] => ({
  '/api/v1/policies?type=OKTA_SIGN_ON': [
    policy('00pSTAFF', 'OKTA_SIGN_ON', 'Staff'),
    policy('00pDEFAULT', 'OKTA_SIGN_ON', 'Default Policy', { priority: 2, system: true }),
  ],
  '/api/v1/policies/00pSTAFF/rules': [
    rule('0prSTAFF', 'From our offices', 1, { conditions: offices, ...sessions(false, 15, 720) }),
  ],
  '/api/v1/policies/00pDEFAULT/rules': [
    rule('0prTOR', 'Never over Tor', 1, {
      conditions: { network: { connection: 'ZONE', include: ['nzoTOR'] } },
      ...sessions(false, 15, 720, 'DENY'),
    }),
    rule('0prDEFAULT', 'Default Rule', 2, {
      system: true,
      conditions: anywhere,
      ...sessions(true, 120, 0),
    }),
  ],
})

const passwordPolicies = (): readonly OktaObject[] => [
  policy('00pPASSWORDS', 'PASSWORD', 'Employees', passwords()),
  policy('00pCONTRACTORS', 'PASSWORD', 'Contractors', {
    priority: 2,
    ...passwords({
      complexity: { minLength: 8, minSymbol: 0, dictionary: { common: { exclude: false } } },
      age: { maxAgeDays: 0, historyCount: 0 },
      maxAttempts: 10,
    }),
  }),
  policy('00pDIRECTORY', 'PASSWORD', 'Active Directory Policy', {
    priority: 3,
    ...passwords(),
    conditions: { authProvider: { provider: 'ACTIVE_DIRECTORY' } },
  }),
]

const leavers = (): OktaState['lists'] => ({
  '/api/v1/policies?type=USER_LIFECYCLE': [policy('00pAWAY', 'USER_LIFECYCLE', 'Away for long')],
  '/api/v1/policies/00pAWAY/rules': [
    rule('0prAWAY', 'Suspend', 1, {
      conditions: { people: { users: { inactivity: { number: 90, unit: 'DAYS' } } } },
      actions: { userLifecycle: { status: 'SUSPENDED' } },
    }),
  ],
})

const zones = (): readonly OktaObject[] => [
  {
    id: 'nzoOFFICES',
    name: 'Offices',
    type: 'IP',
    status: 'ACTIVE',
    usage: 'POLICY',
    gateways: [{ type: 'CIDR', value: '192.0.2.0/24' }],
  },
  {
    id: 'nzoTOR',
    name: 'Tor',
    type: 'DYNAMIC',
    status: 'ACTIVE',
    usage: 'BLOCKLIST',
    proxyType: 'Tor',
    locations: null,
    asns: [],
  },
]

const apiTokens = (): OktaState['lists'] => ({
  '/api/v1/api-tokens': [
    {
      id: '00TADMIN',
      name: `of ${administrator} for ${deployRole}`,
      userId: '00uADMIN',
      network: { connection: 'ANYWHERE' },
    },
    {
      id: '00TDESK',
      name: 'of support-desk for its sync',
      userId: '00uDESK',
      network: { connection: 'ZONE', include: ['nzoOFFICES'] },
    },
  ],
  '/api/v1/users/00uADMIN/roles': [{ id: 'ra1', type: 'SUPER_ADMIN', status: 'ACTIVE' }],
  '/api/v1/users/00uDESK/roles': [{ id: 'ra2', type: 'HELP_DESK_ADMIN', status: 'ACTIVE' }],
})

/** A new copy. The scanner's app was not granted the scope of log streams. */
export function demoOkta(): OktaState {
  const state = emptyOrg()
  const scanner = state.apps[clientId]
  if (scanner) scanner.scopes = everyScope.filter((scope) => scope !== notGranted)
  return {
    ...state,
    domain,
    lists: {
      '/api/v1/apps': [...apps()],
      ...accessPolicies(),
      ...signOnPolicies(),
      '/api/v1/policies?type=PASSWORD': [...passwordPolicies()],
      ...leavers(),
      '/api/v1/authenticators': [
        {
          id: 'autVERIFY',
          key: 'okta_verify',
          name: 'Okta Verify',
          status: 'ACTIVE',
          settings: { compliance: { fips: 'OPTIONAL' } },
        },
      ],
      '/api/v1/zones': [...zones()],
      ...apiTokens(),
      '/api/v1/groups': [
        { id: '00gEVERYONE', type: 'BUILT_IN', profile: { name: 'Everyone' } },
        { id: '00gADMINS', type: 'BUILT_IN', profile: { name: 'Okta Administrators' } },
      ],
      '/api/v1/brands': [{ id: 'bndMAIN', name: 'Larkspur' }],
    },
    objects: {
      '/api/v1/first-party-app-settings/admin-console': {
        sessionIdleTimeoutMinutes: 60,
        sessionMaxLifetimeMinutes: 720,
      },
      '/api/v1/brands/bndMAIN/pages/sign-in/default': {
        pageContent: '<!DOCTYPE html><div id="okta-login-container"></div>',
      },
    },
  }
}
