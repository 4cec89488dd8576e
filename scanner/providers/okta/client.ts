/** All calls, each with the OAuth scope that it needs; `<id>` is replaced by the id in a call. */
export const calls = {
  'list apps': { path: '/api/v1/apps?limit=200', scope: 'okta.apps.read' },
  'get admin console settings': {
    path: '/api/v1/first-party-app-settings/admin-console',
    scope: 'okta.apps.read',
  },
  'list api tokens': { path: '/api/v1/api-tokens', scope: 'okta.apiTokens.read' },
  'list authenticators': { path: '/api/v1/authenticators', scope: 'okta.authenticators.read' },
  'list brands': { path: '/api/v1/brands?limit=200', scope: 'okta.brands.read' },
  'get customized sign-in page': {
    path: '/api/v1/brands/<id>/pages/sign-in/customized',
    scope: 'okta.brands.read',
  },
  'get default sign-in page': {
    path: '/api/v1/brands/<id>/pages/sign-in/default',
    scope: 'okta.brands.read',
  },
  'list built-in groups': {
    path: '/api/v1/groups?filter=type+eq+%22BUILT_IN%22&limit=200',
    scope: 'okta.groups.read',
  },
  'list group roles': { path: '/api/v1/groups/<id>/roles', scope: 'okta.roles.read' },
  'list identity providers': { path: '/api/v1/idps?limit=200', scope: 'okta.idps.read' },
  'list log streams': { path: '/api/v1/logStreams?limit=200', scope: 'okta.logStreams.read' },
  'list network zones': { path: '/api/v1/zones?limit=200', scope: 'okta.networkZones.read' },
  'list sign-on policies': {
    path: '/api/v1/policies?type=OKTA_SIGN_ON&limit=200',
    scope: 'okta.policies.read',
  },
  'list password policies': {
    path: '/api/v1/policies?type=PASSWORD&limit=200',
    scope: 'okta.policies.read',
  },
  'list lifecycle policies': {
    path: '/api/v1/policies?type=USER_LIFECYCLE&limit=200',
    scope: 'okta.policies.read',
  },
  'list policy rules': {
    path: '/api/v1/policies/<id>/rules?limit=200',
    scope: 'okta.policies.read',
  },
  'list user groups': { path: '/api/v1/users/<id>/groups', scope: 'okta.groups.read' },
  'list user roles': { path: '/api/v1/users/<id>/roles', scope: 'okta.roles.read' },
} as const
export type CallName = keyof typeof calls

/** All scopes of calls. */
export const scopes: readonly string[] = [
  ...new Set(Object.values(calls).map(({ scope }) => scope)),
].toSorted()

export type Members = Readonly<Record<string, unknown>>

/**
 * The Okta client of collectors. The organization decides what responses contain, so each member is validated before
 * use.
 */
export interface Okta {
  /** `acme.okta.com` */
  readonly domain: string
  /** Classic Engine: its API has no authentication policies and no authenticators. */
  readonly isClassic: boolean
  /** Yields objects and requests pages on demand. Throws CallProblem (see the kit). */
  list(call: CallName, id?: string): AsyncIterable<Members>
  /** One object. Throws CallProblem; `not_found` if it does not exist. */
  get(call: CallName, id?: string): Promise<Members>
}
