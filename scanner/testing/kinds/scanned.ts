import {
  type CoverageRow,
  type FindingRecord,
  open,
  type Plan,
  planScan,
  type ScanConfig,
  scan,
  systemClock,
  type UnreadFinding,
} from '../../index.ts'
import type { FixtureOfKind, KindUnderTest } from './kind.ts'

export interface Seen {
  readonly plan: Plan
  readonly findings: readonly FindingRecord[]
  readonly unread: readonly UnreadFinding[]
  readonly coverage: readonly CoverageRow[]
}

export interface How {
  /** The service to scan; all by default. */
  readonly service?: string
  readonly config?: ScanConfig
}

/** Skips delays between attempts, but not those that end a scan. */
const clock: typeof systemClock = {
  now: systemClock.now,
  sleep: async (ms, signal) => (ms > 60_000 ? await systemClock.sleep(ms, signal) : undefined),
}

/** Runs one scan in a separate session. Throws for a unit that failed. */
export async function scanned(
  { provider }: Pick<KindUnderTest, 'provider'>,
  { input, now }: Pick<FixtureOfKind, 'input' | 'now'>,
  { service, config = {} }: How = {},
): Promise<Seen> {
  const load = service === undefined ? undefined : provider.services[service]
  const narrowed =
    service === undefined || load === undefined
      ? provider
      : { ...provider, services: { [service]: load } }
  const session = await open(narrowed, { ...input, clock, config: { ...input.config, ...config } })
  try {
    const plan = await planScan(session)
    const findings: FindingRecord[] = []
    const unread: UnreadFinding[] = []
    const coverage: CoverageRow[] = [...plan.coverage]
    for await (const result of scan(plan, { session, now })) {
      if (result.kind === 'failed')
        throw new Error(`${result.unit}: ${result.error.cause ?? result.error.detail}`)
      findings.push(...result.findings)
      if (result.kind === 'slice') continue
      unread.push(...result.unread)
      coverage.push(...result.coverage)
    }
    return { plan, findings, unread, coverage }
  } finally {
    session.close()
  }
}
