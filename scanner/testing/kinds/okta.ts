import { okta, type Provider } from '../../index.ts'
import { acmeOrg, credentials, everyScope, startFixtureOkta } from '../okta/index.ts'
import type { FixtureOfKind, KindUnderTest } from './kind.ts'

async function start(): Promise<FixtureOfKind> {
  const state = acmeOrg()
  const organization = await startFixtureOkta({ state, pageSize: 10 })
  const settings = { OKTA_ENDPOINT_URL: organization.url }
  const [app] = Object.values(state.apps)
  return {
    input: {
      uid: state.domain,
      secret: credentials,
      config: { endpoint_url: organization.url, retries: 0, max_requests_per_second: 10_000 },
    },
    now: new Date(),
    calls: () => organization.calls.map(({ operation }) => operation),
    deny(action) {
      if (app) app.scopes = everyScope.filter((scope) => scope !== action)
      return () => {
        if (app) app.scopes = [...everyScope]
      }
    },
    spoil(action, { times, ...deed }) {
      const how = times === undefined ? {} : { times }
      const operations = action === null ? [] : (okta.callsOf?.(action) ?? [])
      const matches = action === null ? [{}] : operations.map((operation) => ({ operation }))
      const undo = matches.map((match) =>
        organization.script({ match: { ...match, ...how }, ...deed }),
      )
      return () => undo.forEach((restore) => restore())
    },
    command: () => ({
      args: ['--domain', state.domain],
      environment: {
        ...settings,
        OKTA_CLIENT_ID: credentials.okta_client_id,
        OKTA_PRIVATE_KEY: credentials.okta_private_key,
      },
    }),
    connected: { uid: state.domain, secret_type: 'static', secret: credentials, settings },
    close: () => organization.close(),
  }
}

const readBy = {
  'okta.apiTokens.read': 'apitoken',
  'okta.roles.read': 'apitoken',
  'okta.groups.read': 'user',
  'okta.apps.read': 'application',
  'okta.policies.read': 'signon',
  'okta.authenticators.read': 'authenticator',
  'okta.brands.read': 'signon',
  'okta.idps.read': 'idp',
  'okta.logStreams.read': 'systemlog',
  'okta.networkZones.read': 'network',
}

export const oktaUnderTest: KindUnderTest = {
  provider: okta as Provider<unknown>,
  seldomAsked: new Set(),
  reads: Object.entries(readBy).map(([action, service]) => ({ service, action })),
  start,
  startSmall: start,
}
