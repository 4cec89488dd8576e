/** For tests: a fixture GitHub that is closed after the test, and a signed-in session. */
import type { TestContext } from 'node:test'
import {
  open,
  type OpenInput,
  type OpenSession,
  planScan,
  scan,
  systemClock,
} from '../../../engine/index.ts'
import type { CoverageRow, FindingRecord } from '../../../engine/index.ts'
import type { Clock } from '../../../kit/index.ts'
import {
  emptyGitHub,
  type FixtureGitHub,
  type GitHubState,
  startFixtureGitHub,
} from '../../../testing/github/index.ts'
import type { GitHub } from '../client.ts'
import { github } from '../index.ts'

/** Skips delays between attempts, but not the half minute of a connection test. */
export const hastyClock: Clock = {
  now: systemClock.now,
  sleep: async (ms, signal) => (ms < 30_000 ? undefined : await systemClock.sleep(ms, signal)),
}

export async function gitHubWith(
  t: TestContext,
  changes: Partial<GitHubState> = {},
): Promise<{ readonly fixture: FixtureGitHub; readonly state: GitHubState }> {
  const state = { ...emptyGitHub(), ...changes }
  const fixture = await startFixtureGitHub(state)
  t.after(() => fixture.close())
  return { fixture, state }
}

export const inputFor = (fixture: FixtureGitHub, changes: Partial<OpenInput> = {}): OpenInput => ({
  uid: 'octo-org',
  secret: { personal_access_token: 'ghp_classic' },
  clock: hastyClock,
  ...changes,
  config: { endpoint_url: fixture.url, max_requests_per_second: 10_000, ...changes.config },
})

export async function opened(
  t: TestContext,
  fixture: FixtureGitHub,
  changes: Partial<OpenInput> = {},
): Promise<OpenSession<GitHub>> {
  const session = await open(github, inputFor(fixture, changes))
  t.after(() => session.close())
  return session
}

export interface Scanned {
  readonly findings: readonly FindingRecord[]
  readonly coverage: readonly CoverageRow[]
  readonly gone: readonly string[]
}

/** Scans everything, or only these checks or resources. */
export async function scanned(
  session: OpenSession<GitHub>,
  input: Parameters<typeof planScan>[1] = {},
): Promise<Scanned> {
  const plan = await planScan(session, { config: session.config, ...input })
  const findings: FindingRecord[] = []
  const coverage: CoverageRow[] = [...plan.coverage]
  const gone: string[] = []
  for await (const result of scan(plan, { session })) {
    if (result.kind === 'failed') throw new Error(result.error.detail)
    findings.push(...result.findings)
    if (result.kind === 'slice') continue
    coverage.push(...result.coverage)
    gone.push(...result.gone)
  }
  return { findings, coverage, gone }
}
