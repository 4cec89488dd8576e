/** One scan of a synthetic account, recorded as scans are, at a past time. */
import type { Database, Tx } from '../../platform/db/index.ts'
import { type Batch, batchesOf, sharedBatches } from '../recording/index.ts'
import { lockProvider } from '../providers/index.ts'
import { mutesOf } from '../mutes/index.ts'
import { stage } from '../versions/index.ts'
import {
  beginPastScan,
  completeScan,
  type ExecutingScan,
  executingScan,
  planUnits,
  ScanRecorder,
  storeCoverage,
} from '../scans/index.ts'
import type { SyntheticAccount, SyntheticUnit } from './account.ts'

interface Scanned {
  readonly account: SyntheticAccount
  readonly providerId: string
  /** Days since the account was first scanned. */
  readonly day: number
  /** Milliseconds since 1970, of its beginning. */
  readonly startMs: number
}

/** The duration of such a scan: one second per unit. */
const unitMs = 1_000

function* unitsOf(account: SyntheticAccount, day: number): Generator<Iterable<Batch>> {
  for (const unit of account.units) {
    const { name } = unit
    yield batchesOf(name, stage(name, account.observe(unit, day)))
  }
}

/** Makes a scan that was due at its time, with its units. */
async function begin(tx: Tx, { account, providerId, startMs }: Scanned): Promise<ExecutingScan> {
  const name = `Daily scan of ${account.uid}`
  const scan = await beginPastScan(tx, { provider_id: providerId, name, plannedAt: startMs })
  const units = account.units.map((unit) => ({
    name: unit.name,
    checks: unit.checks.map((check) => check.id),
  }))
  const total = units.reduce((all, { checks }) => all + checks.length, 0)
  await planUnits(tx, scan, units, total)
  await storeCoverage(tx, scan.id, [{ unit: '', coverage: account.units.flatMap(assessed) }])
  return scan
}

/** Everything was looked at everywhere. */
const assessed = ({
  name,
  checks,
}: SyntheticUnit): Parameters<typeof storeCoverage>[2][number]['coverage'] => {
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
  what: Scanned,
  recorded: (findings: number) => void,
): Promise<void> {
  const { account, day, startMs } = what
  const scan = await database.inTenant(tenantId, (tx) => begin(tx, what))
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.inTenant(tenantId, async (tx) => {
      await lockProvider(tx, scan.provider_id)
      if (!(await executingScan(tx, scan.id)))
        throw new Error('The scan was ended by another process while it was recorded.')
      return work(tx)
    })
  let endedUnits = 0
  const afterUnits = (count: number): string => new Date(startMs + count * unitMs).toISOString()
  const recorder = new ScanRecorder(scan, {
    holder: { write, madeProgress: async () => {} },
    mutesOf,
    now: async () => afterUnits(endedUnits),
  })
  const batches = sharedBatches(unitsOf(account, day))
  await recorder.writeUnits(batches, undefined, (transaction) => {
    endedUnits += transaction.ended.length
    recorded(transaction.recorded.emitted)
  })
  const at = afterUnits(account.units.length)
  await write((tx) => completeScan(tx, scan, { at }))
}
