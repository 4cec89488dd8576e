/** A scan at a past time, recorded as scans are: its clock is the past one. */
import type { Database, Tx } from '../../platform/db/index.ts'
import { type Batch, batchesOf, sharedBatches } from '../recording/index.ts'
import { lockProvider } from '../providers/index.ts'
import { mutesOf } from '../mutes/index.ts'
import { type Observation, stage } from '../versions/index.ts'
import {
  beginPastScan,
  completeScan,
  type ExecutingScan,
  executingScan,
  planUnits,
  ScanRecorder,
  storeCoverage,
} from '../scans/index.ts'

/** What a scan saw of one unit. */
export interface PastUnit {
  readonly name: string
  /** Ids of the checks that looked at it. */
  readonly checks: readonly string[]
  readonly coverage: Parameters<typeof storeCoverage>[2][number]['coverage']
  observe(): readonly Observation[]
}

export interface PastScan {
  readonly providerId: string
  readonly name: string
  /** Milliseconds since 1970, of its beginning. */
  readonly startMs: number
  readonly units: readonly PastUnit[]
}

/** The duration of such a scan: one second per unit. */
const unitMs = 1_000

function* observed(units: readonly PastUnit[]): Generator<Iterable<Batch>> {
  for (const { name, observe } of units) yield batchesOf(name, stage(name, observe()))
}

/** Makes a scan that was due at its time, with its units. */
async function begin(
  tx: Tx,
  { providerId, name, startMs, units }: PastScan,
): Promise<ExecutingScan> {
  const scan = await beginPastScan(tx, { provider_id: providerId, name, plannedAt: startMs })
  const total = units.reduce((all, { checks }) => all + checks.length, 0)
  await planUnits(tx, scan, units, total)
  const coverage = units.flatMap((unit) => unit.coverage)
  await storeCoverage(tx, scan.id, [{ unit: '', coverage }])
  return scan
}

/** Records the scan; `recorded` receives the number of findings of each transaction. */
export async function recordPastScan(
  database: Database,
  tenantId: string,
  past: PastScan,
  recorded: (findings: number) => void = () => {},
): Promise<void> {
  const { startMs, units } = past
  const scan = await database.inTenant(tenantId, (tx) => begin(tx, past))
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
  await recorder.writeUnits(sharedBatches(observed(units)), undefined, (transaction) => {
    endedUnits += transaction.ended.length
    recorded(transaction.recorded.emitted)
  })
  const at = afterUnits(units.length)
  await write((tx) => completeScan(tx, scan, { at }))
}
