/** Objects of an Okta organization in the format of its API, for fixtures. */
import type { OktaObject } from './state.ts'

export const policy = (id: string, type: string, name: string, more: object = {}): OktaObject => ({
  id,
  type,
  name,
  status: 'ACTIVE',
  priority: 1,
  system: false,
  conditions: {
    people: { groups: { include: ['00gEVERYONE'] } },
    ...(type === 'PASSWORD' && { authProvider: { provider: 'OKTA' } }),
  },
  ...more,
})

export const passwords = (
  changes: { complexity?: object; age?: object; maxAttempts?: number } = {},
) => ({
  settings: {
    password: {
      complexity: {
        minLength: 15,
        minLowerCase: 1,
        minUpperCase: 1,
        minNumber: 1,
        minSymbol: 1,
        excludeUsername: true,
        dictionary: { common: { exclude: true } },
        ...changes.complexity,
      },
      age: {
        maxAgeDays: 60,
        expireWarnDays: 7,
        minAgeMinutes: 1_440,
        historyCount: 5,
        ...changes.age,
      },
      lockout: { maxAttempts: changes.maxAttempts ?? 3, autoUnlockMinutes: 0 },
    },
  },
})

export const rule = (id: string, name: string, priority: number, more: object): OktaObject => ({
  id,
  name,
  priority,
  status: 'ACTIVE',
  system: false,
  ...more,
})

export const anywhere = { people: { users: { exclude: [] } }, network: { connection: 'ANYWHERE' } }
export const offices = {
  people: { users: { exclude: [] } },
  network: { connection: 'ZONE', include: ['nzoOFFICES'] },
}

export const sessions = (
  usePersistentCookie: boolean,
  idle: number,
  lifetime: number,
  access = 'ALLOW',
) => ({
  actions: {
    signon: {
      access,
      requireFactor: false,
      session: {
        usePersistentCookie,
        maxSessionIdleMinutes: idle,
        maxSessionLifetimeMinutes: lifetime,
      },
    },
  },
})

export const access = (factorMode: string, constraints: readonly object[] = []) => ({
  actions: {
    appSignOn: {
      access: 'ALLOW',
      verificationMethod: { type: 'ASSURANCE', factorMode, reauthenticateIn: 'PT2H', constraints },
    },
  },
})
export const phishingResistant = { possession: { phishingResistant: 'REQUIRED' } }
export const deny = { actions: { appSignOn: { access: 'DENY' } } }

export const app = (
  id: string,
  name: string,
  label: string,
  policyId: string | null,
  domain = 'acme.okta.com',
): OktaObject => ({
  id,
  name,
  label,
  status: 'ACTIVE',
  signOnMode: 'OPENID_CONNECT',
  _links: policyId
    ? { accessPolicy: { href: `https://${domain}/api/v1/policies/${policyId}` } }
    : {},
})
