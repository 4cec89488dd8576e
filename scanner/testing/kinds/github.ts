import { github, type Provider } from '../../index.ts'
import { emptyGitHub, type Permission, startFixtureGitHub } from '../github/index.ts'
import { octoOrg } from '../github/octo-org.ts'
import type { FixtureOfKind, KindUnderTest } from './kind.ts'

const token = 'ghp_classic'

async function start(): Promise<FixtureOfKind> {
  const now = new Date()
  const state = { ...emptyGitHub(), repositories: octoOrg(now) }
  for (const { settings } of state.accounts) settings['members_can_delete_repositories'] = true
  const fixture = await startFixtureGitHub(state)
  const reached = { GITHUB_API_URL: fixture.url }
  const secret = { personal_access_token: token }
  return {
    input: {
      uid: 'octo-org',
      secret,
      config: { endpoint_url: fixture.url, retries: 0, max_requests_per_second: 10_000 },
    },
    now,
    calls: () => fixture.calls.map(({ operation }) => operation),
    deny(action) {
      state.denied = [action as Permission]
      return () => {
        state.denied = []
      }
    },
    spoil(action, { times, ...deed }) {
      const how = times === undefined ? {} : { times }
      const matches =
        action === null
          ? [{}]
          : (github.callsOf?.(action) ?? []).map((operation) => ({ operation }))
      const undo = matches.map((match) => fixture.script({ match: { ...match, ...how }, ...deed }))
      return () => undo.forEach((restore) => restore())
    },
    command: () => ({
      args: ['--account', 'octo-org'],
      environment: { ...reached, GITHUB_TOKEN: token },
    }),
    connected: { uid: 'octo-org', secret_type: 'static', secret, settings: reached },
    close: () => fixture.close(),
  }
}

export const githubUnderTest: KindUnderTest = {
  provider: github as Provider<unknown>,
  seldomAsked: new Set(),
  reads: [
    { service: 'organization', action: 'organization_administration:read' },
    { service: 'repository', action: 'administration:read' },
    { service: 'repository', action: 'contents:read' },
    { service: 'repository', action: 'metadata:read' },
    { service: 'githubactions', action: 'contents:read' },
  ],
  start,
  startSmall: start,
}
