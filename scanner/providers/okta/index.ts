import { type Provider, provider } from '../../kit/index.ts'
import { catalog } from './catalog.ts'
import { calls, type Okta } from './client.ts'
import { suffixes } from './domain.ts'
import { locate } from './locate.ts'
import { openSession } from './session.ts'
import { settings } from './settings.ts'

export { grants } from './scopes.ts'

/** Okta: an organization is an account, named by its domain. */
export const okta: Provider<Okta> = provider<Okta>({
  type: 'okta',
  catalog,
  services: {
    apitoken: async () => (await import('./apitoken/index.ts')).default,
    application: async () => (await import('./application/index.ts')).default,
    authenticator: async () => (await import('./authenticator/index.ts')).default,
    idp: async () => (await import('./idp/index.ts')).default,
    network: async () => (await import('./network/index.ts')).default,
    signon: async () => (await import('./signon/index.ts')).default,
    systemlog: async () => (await import('./systemlog/index.ts')).default,
    user: async () => (await import('./user/index.ts')).default,
  },
  settings,
  hosts: suffixes,
  regions: false,
  limits: { each: 4, overall: 4, perSecond: 4, burst: 1 },
  defaults: { retries: 5, max_requests_per_second: 4 },
  signInActions: [],
  callsOf: (scope) =>
    Object.entries(calls).flatMap(([name, call]) => (call.scope === scope ? [name] : [])),
  open: openSession,
  locate,
})
