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
} from './objects.ts'
import { emptyOrg, type OktaState } from './state.ts'

const teams = ['Sales', 'Support', 'Design', 'Legal', 'Finance', 'People']
const contractors = ['Bern', 'Oslo', 'Porto', 'Riga']

/** A company with secure and insecure settings, so that each check has both results, or the only possible one. */
export const acmeOrg = (): OktaState => ({
  ...emptyOrg(),
  lists: {
    '/api/v1/apps': [
      app('0oaADMIN', 'saasure', 'Okta Admin Console', 'rstADMIN'),
      app('0oaDASH', 'okta_enduser', 'Okta Dashboard', 'rstDASH'),
      app('0oaPAYROLL', 'payroll', 'Payroll', 'rstADMIN'),
      app('0oaWIKI', 'wiki', 'Wiki', 'rstDASH'),
      app('0oaMACHINE', 'oidc_client', 'Nightly export', null),
      ...teams.map((team) => app(`0oa${team}`, 'wiki', `${team} board`, 'rstADMIN')),
      { ...app('0oaOLD', 'old', 'Old intranet', 'rstDASH'), status: 'INACTIVE' },
    ],
    '/api/v1/policies/rstADMIN/rules': [
      rule('rulADMIN1', 'Administrators', 0, {
        conditions: offices,
        ...access('2FA', [phishingResistant]),
      }),
      rule('rulADMIN2', 'Catch-all Rule', 99, { system: true, conditions: null, ...deny }),
    ],
    '/api/v1/policies/rstDASH/rules': [
      rule('rulDASH1', 'Catch-all Rule', 99, { system: true, conditions: null, ...access('1FA') }),
    ],
    '/api/v1/policies?type=OKTA_SIGN_ON': [
      policy('00pSTAFF', 'OKTA_SIGN_ON', 'Staff'),
      policy('00pDEFAULT', 'OKTA_SIGN_ON', 'Default Policy', { priority: 2, system: true }),
      policy('00pOFF', 'OKTA_SIGN_ON', 'Trial', { status: 'INACTIVE' }),
    ],
    '/api/v1/policies/00pSTAFF/rules': [
      rule('0prSTAFF', 'From our offices', 1, {
        conditions: offices,
        ...sessions(false, 15, 1_080),
      }),
    ],
    '/api/v1/policies/00pDEFAULT/rules': [
      rule('0prBLOCK', 'Never from there', 1, {
        conditions: { network: { connection: 'ZONE', include: ['nzoTOR'] } },
        ...sessions(true, 600, 0, 'DENY'),
      }),
      rule('0prDEFAULT', 'Default Rule', 2, {
        system: true,
        conditions: anywhere,
        ...sessions(true, 120, 0),
      }),
      rule('0prUNMET', 'Behind the default', 3, {
        conditions: anywhere,
        ...sessions(true, 999, 0),
      }),
    ],
    '/api/v1/policies?type=PASSWORD': [
      policy('00pSTRONG', 'PASSWORD', 'Employees', passwords()),
      policy('00pWEAK', 'PASSWORD', 'Legacy', {
        priority: 2,
        ...passwords({
          complexity: {
            minLength: 8,
            minLowerCase: 0,
            minUpperCase: 0,
            minNumber: 0,
            minSymbol: 0,
            dictionary: { common: { exclude: false } },
          },
          age: { maxAgeDays: 0, minAgeMinutes: 0, historyCount: 0 },
          maxAttempts: 10,
        }),
      }),
      ...contractors.map((group, n) =>
        policy(`00p${group}`, 'PASSWORD', `${group} contractors`, {
          priority: 4 + n,
          ...passwords({ complexity: { minLength: 12 }, maxAttempts: 5 }),
        }),
      ),
      policy('00pAD', 'PASSWORD', 'Active Directory Policy', {
        priority: 3,
        ...passwords(),
        conditions: { authProvider: { provider: 'ACTIVE_DIRECTORY' } },
      }),
    ],
    '/api/v1/policies?type=USER_LIFECYCLE': [policy('00pAWAY', 'USER_LIFECYCLE', 'Away for long')],
    '/api/v1/policies/00pAWAY/rules': [
      rule('0prAWAY', 'Suspend', 1, {
        conditions: { people: { users: { inactivity: { number: 35, unit: 'DAYS' } } } },
        actions: { userLifecycle: { status: 'SUSPENDED' } },
      }),
    ],
    '/api/v1/authenticators': [
      {
        id: 'autVERIFY',
        key: 'okta_verify',
        name: 'Okta Verify',
        status: 'ACTIVE',
        settings: { compliance: { fips: 'OPTIONAL' } },
      },
      { id: 'autCARD', key: 'smart_card_idp', name: 'Smart Card', status: 'ACTIVE' },
    ],
    '/api/v1/zones': [
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
    ],
    '/api/v1/api-tokens': [
      {
        id: '00TROOT',
        name: 'provisioning script',
        userId: '00uROOT',
        network: { connection: 'ANYWHERE' },
      },
      {
        id: '00TGROUP',
        name: 'help desk sync',
        userId: '00uDESK',
        network: { connection: 'ZONE', include: ['nzoOFFICES'] },
      },
      {
        id: '00TPLAIN',
        name: 'report',
        userId: '00uPLAIN',
        network: { connection: 'ZONE', exclude: ['nzoTOR'] },
      },
    ],
    '/api/v1/users/00uROOT/roles': [{ id: 'ra1', type: 'SUPER_ADMIN', status: 'ACTIVE' }],
    '/api/v1/users/00uDESK/roles': [{ id: 'ra2', type: 'HELP_DESK_ADMIN', status: 'ACTIVE' }],
    '/api/v1/users/00uDESK/groups': [{ id: '00gEVERYONE' }, { id: '00gOPS' }],
    '/api/v1/groups/00gOPS/roles': [{ id: 'ra3', type: 'SUPER_ADMIN', status: 'ACTIVE' }],
    '/api/v1/users/00uPLAIN/groups': [{ id: '00gEVERYONE' }],
    '/api/v1/groups': [
      { id: '00gEVERYONE', type: 'BUILT_IN', profile: { name: 'Everyone' } },
      { id: '00gADMINS', type: 'BUILT_IN', profile: { name: 'Okta Administrators' } },
    ],
    '/api/v1/logStreams': [
      { id: '0oeSPLUNK', name: 'Splunk', type: 'splunk_cloud_logstreaming', status: 'INACTIVE' },
    ],
    '/api/v1/idps': [
      {
        id: '0oaCAC',
        name: 'CAC',
        type: 'X509',
        status: 'ACTIVE',
        protocol: {
          type: 'MTLS',
          credentials: {
            trust: { issuer: 'CN=DOD ID CA-59, OU=PKI, OU=DoD, O=U.S. Government, C=US' },
          },
        },
      },
      {
        id: '0oaTEST',
        name: 'Test cards',
        type: 'X509',
        status: 'ACTIVE',
        protocol: { credentials: { trust: { issuer: 'CN=Test CA, O=Acme' } } },
      },
      { id: '0oaGOOGLE', name: 'Google', type: 'GOOGLE', status: 'ACTIVE' },
    ],
    '/api/v1/brands': [
      { id: 'bndMAIN', name: 'Acme' },
      { id: 'bndGOV', name: 'Acme Federal' },
    ],
  },
  objects: {
    '/api/v1/first-party-app-settings/admin-console': {
      sessionIdleTimeoutMinutes: 15,
      sessionMaxLifetimeMinutes: 720,
    },
    '/api/v1/brands/bndMAIN/pages/sign-in/default': {
      pageContent:
        '<!DOCTYPE html><title>{{pageTitle}}</title><div id="okta-login-container"></div>',
    },
    '/api/v1/brands/bndGOV/pages/sign-in/customized': {
      pageContent:
        '<p>You are accessing a <b>U.S. Government</b> (USG) Information&nbsp;System (IS) that is provided for USG-authorized use only.</p><p>By using this IS, you consent to the following conditions: …</p>',
    },
  },
})
