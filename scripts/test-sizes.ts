/**
 * The sizes of tests, by the names of their files. `*.test.ts` is small or medium: no kills, no waiting for real leases or
 * timeouts, and at most `longestMs`. `*.large.test.ts` and `*.large.browser.ts` may take minutes; they run in
 * `npm run test:all`, when they are named, and a sample of them in `npm test`.
 */

export const isLarge = (path: string): boolean => /\.large\.(test|browser)\.ts$/.test(path)

/**
 * The large tests that every run includes: the cheapest that lose a process, a disk, a connection and an engine, and
 * the loss of every permission.
 */
export const largeSample: readonly string[] = [
  'scanner/kinds-denied.large.test.ts',
  'cli/import-kill.large.test.ts',
  'cli/backup.large.test.ts',
  'server/platform/db/restart.large.test.ts',
]

/** Large tests that the run on PostgreSQL and Valkey includes besides: of several processes over one database. */
export const largeSampleOnServers: readonly string[] = [
  'server/features/scans/two-workers.large.test.ts',
  'server/platform/streams/valkey.large.test.ts',
]

/**
 * The longest time in ms of a small or medium file that runs alone. It is multiplied by the machine factor, since a slower
 * machine computes for longer. Waiting takes the same time everywhere: the unmultiplied limit applies to it.
 */
export const longestMs = 10_000

/** No file takes longer; the longest kill a worker ten times and wait for each return. */
export const longestLargeMs = 8 * 60_000

/** Files that were over the limit on 2026-11-26. Make each faster or split it; do not add any. */
export const overLimit: ReadonlySet<string> = new Set([
  'cli/evidence.test.ts',
  'cli/kinds-expected.test.ts',
  'cli/mcp/mcp.test.ts',
  'cli/scan-kubernetes.test.ts',
  'cli/serve.test.ts',
  'cli/streams.test.ts',
  'scanner/providers/aws/iam/collect.test.ts',
  'scripts/test-run.test.ts',
  'server/features/accounts/leaving.test.ts',
  'server/features/alerts/firing.test.ts',
  'server/features/findings/data-version.test.ts',
  'server/features/findings/exports.test.ts',
  'server/features/recording/model.test.ts',
  'server/features/ingestion/ingestion.test.ts',
  'server/features/integrations/after-scan.test.ts',
  'server/features/integrations/jira-follow.test.ts',
  'server/features/integrations/jira-groups.test.ts',
  'server/features/integrations/outbox.test.ts',
  'server/features/providers/ambient-identity.test.ts',
  'server/features/providers/connection.test.ts',
  'server/features/providers/okta.test.ts',
  'server/features/reports/building.test.ts',
  'server/features/reports/reports.test.ts',
  'server/features/scans/clusters.test.ts',
  'server/features/scans/configuration.test.ts',
  'server/features/scans/faults.test.ts',
  'server/features/scans/kinds-expected.test.ts',
  'server/features/schedules/schedules.test.ts',
  'server/platform/db/embedded.test.ts',
  'server/platform/db/power.test.ts',
  'server/platform/http/exports.test.ts',
  'server/platform/http/parameters.test.ts',
  'server/platform/streams/guard.test.ts',
  'server/platform/tenancy/visibility.test.ts',
  'server/product-metrics.test.ts',
  'server/targets/security-hub/security-hub.test.ts',
  'server/targets/syslog/syslog.test.ts',
  'server/testing/api-properties/bad-input.test.ts',
  'server/testing/api-properties/cross-tenant.test.ts',
  'server/testing/api-properties/permissions.test.ts',
  'server/testing/api-properties/secrets.test.ts',
  'server/testing/specification/partial-scan.test.ts',
])

export interface FileTime {
  readonly seconds: number
  /** Processor seconds of the file and of the programs that it started. */
  readonly computing: number
}

export function isTooLong(path: string, { seconds, computing }: FileTime, factor: number): boolean {
  if (!path.endsWith('.test.ts') || isLarge(path) || overLimit.has(path)) return false
  const limit = longestMs / 1_000
  return seconds > limit * factor || seconds - computing > limit
}
