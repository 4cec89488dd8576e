/** For tests: a fixture organization that is closed after the test, and a signed-in session. */
import type { TestContext } from 'node:test'
import { open, type OpenInput, type OpenSession, systemClock } from '../../../engine/index.ts'
import type { Clock } from '../../../kit/index.ts'
import {
  credentials,
  emptyOrg,
  type FixtureOkta,
  type FixtureOktaOptions,
  startFixtureOkta,
} from '../../../testing/okta/index.ts'
import type { Okta } from '../client.ts'
import { okta } from '../index.ts'

export async function organizationWith(
  t: TestContext,
  options: Partial<FixtureOktaOptions> = {},
): Promise<FixtureOkta> {
  const organization = await startFixtureOkta({ state: emptyOrg(), ...options })
  t.after(() => organization.close())
  return organization
}

/** Skips delays between attempts, but not the half minute of a connection test. */
const clock: Clock = {
  now: systemClock.now,
  sleep: async (ms, signal) => (ms < 30_000 ? undefined : await systemClock.sleep(ms, signal)),
}

export const inputFor = (
  { url }: FixtureOkta,
  { config, ...changes }: Partial<OpenInput> = {},
): OpenInput => ({
  uid: 'acme.okta.com',
  secret: credentials,
  config: { endpoint_url: url, max_requests_per_second: 10_000, ...config },
  clock,
  ...changes,
})

export async function opened(
  t: TestContext,
  organization: FixtureOkta,
  changes: Partial<OpenInput> = {},
): Promise<OpenSession<Okta>> {
  const session = await open(okta, inputFor(organization, changes))
  t.after(() => session.close())
  return session
}

/** The organization's client in collectors. */
export async function client(
  t: TestContext,
  organization: FixtureOkta,
  changes: Partial<OpenInput> = {},
): Promise<Okta> {
  const { session } = await opened(t, organization, changes)
  return session.client('', new AbortController().signal)
}
