/** For tests: scans one service of the demo account in all or some of its regions. */
import type { TestContext } from 'node:test'
import {
  aws,
  type CoverageRow,
  type FindingRecord,
  open,
  planScan,
  scan,
  type UnreadFinding,
} from '../../../index.ts'
import type { Service } from '../../../kit/index.ts'
import {
  type Account,
  demoAccount,
  type FixtureCloud,
  firstKeyOf,
  type RecordedCall,
  startFixtureCloud,
} from '../../../testing/index.ts'
import type { Aws } from '../client.ts'

export const now = new Date('2026-01-15T12:00:00Z')

/** The demo account without denials. */
export const openAccount = (): Account => ({ ...demoAccount(now), denied: [] })

export interface Seen {
  readonly findings: readonly FindingRecord[]
  readonly unread: readonly UnreadFinding[]
  readonly coverage: readonly CoverageRow[]
  /** The plan's permissions. */
  readonly actions: readonly string[]
  /** The calls after sign-in. */
  readonly calls: readonly RecordedCall[]
}

/** A cloud that is closed after the test. */
export async function cloudWith(t: TestContext, account: Account): Promise<FixtureCloud> {
  const cloud = await startFixtureCloud({ accounts: [account] })
  t.after(() => cloud.close())
  return cloud
}

/** One scan of one service, in all regions by default, with exactly one attempt per call. */
export async function scanned(
  cloud: FixtureCloud,
  service: Service<Aws>,
  { id }: Account,
  regions: readonly string[] = [],
  limits: Readonly<Record<string, number>> = {},
): Promise<Seen> {
  const { accessKeyId, secretAccessKey } = firstKeyOf(id)
  const opened = await open(
    { ...aws, services: { [service.name]: async () => service } },
    {
      uid: id,
      secret: { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey },
      config: { endpoint_url: cloud.url, retries: 0, max_requests_per_second: 10_000, regions },
    },
  )
  try {
    const before = cloud.calls.length
    const plan = await planScan(opened, { config: { ...opened.config, ...limits } })
    const seen = {
      findings: [] as FindingRecord[],
      unread: [] as UnreadFinding[],
      coverage: [] as CoverageRow[],
    }
    for await (const result of scan(plan, { session: opened, now })) {
      if (result.kind === 'failed') throw new Error(`a unit failed: ${result.error.cause}`)
      seen.findings.push(...result.findings)
      if (result.kind === 'slice') continue
      seen.unread.push(...result.unread)
      seen.coverage.push(...result.coverage)
    }
    return { ...seen, actions: plan.actions, calls: cloud.calls.slice(before) }
  } finally {
    opened.close()
  }
}

/** Each finding as one line, in a fixed order. */
export const verdicts = ({ findings }: Seen): readonly string[] =>
  findings
    .map((it) => `${it.uid} ${it.status} ${it.severity} ${it.status_extended}`)
    .toSorted((a, b) => (a < b ? -1 : 1))

/** The coverage rows that are gaps. */
export const gaps = ({ coverage }: Seen): readonly CoverageRow[] =>
  coverage.filter(({ outcome }) => outcome !== 'assessed' && outcome !== 'not_applicable')
