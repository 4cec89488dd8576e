/** One scan of a synthetic account, recorded as scans are, at a past time. */
import type { Database } from '../../platform/db/index.ts'
import type { SyntheticAccount, SyntheticUnit } from './account.ts'
import { type PastUnit, recordPastScan } from './past-scan.ts'

interface Scanned {
  readonly account: SyntheticAccount
  readonly providerId: string
  /** Days since the account was first scanned. */
  readonly day: number
  /** Milliseconds since 1970, of its beginning. */
  readonly startMs: number
}

/** Everything was looked at everywhere. */
function assessed({ name, checks }: SyntheticUnit): PastUnit['coverage'] {
  const [service = '', region = ''] = name.split('/')
  return checks.map(({ id, resource_type }) => ({
    check_id: id,
    service,
    region,
    resource_type,
    outcome: 'assessed' as const,
    action: null,
    count: 1,
    sample: null,
  }))
}

/** Scans the account once; `recorded` receives the number of findings of each transaction. */
export async function scanOnce(
  database: Database,
  tenantId: string,
  { account, providerId, day, startMs }: Scanned,
  recorded: (findings: number) => void,
): Promise<void> {
  const units = account.units.map((unit) => ({
    name: unit.name,
    checks: unit.checks.map((check) => check.id),
    coverage: assessed(unit),
    observe: () => account.observe(unit, day),
  }))
  const name = `Daily scan of ${account.uid}`
  await recordPastScan(database, tenantId, { providerId, name, startMs, units }, recorded)
}
