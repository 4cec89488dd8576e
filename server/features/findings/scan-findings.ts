/** All findings of one scan, for file exports: a batch per transaction, FAIL and the most severe first. */
import type { Tx } from '../../platform/db/index.ts'
import { seenResources } from '../resources/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { type FileFinding, resourceOf, type TableFinding } from './exports.ts'
import { findingsOfPlan, type Place } from './page.ts'
import { type Plan, planOf } from './plan.ts'
import { type TableOf, tableRows } from './table-rows.ts'

export interface ScanFindings {
  readonly scanId: string
  readonly providerId: string
  /** Those of these checks; all of them where it is left out. */
  readonly checks?: readonly string[]
  /** Rows of a batch. */
  readonly most: number
}

type InTenant = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
type Read<R> = (
  tx: Tx,
  plan: Plan | undefined,
  after: Place | undefined,
) => Promise<{ readonly rows: readonly R[]; readonly place: Place | undefined }>

const sort = [{ key: 'status', descending: false }]
/** Rows of a table take a fifth of what whole findings take. */
const rowsOfTable = 5

/** What a scan saw does not change, so batches of several transactions are consistent. */
async function* batches<R>(
  inTenant: InTenant,
  catalog: CheckCatalog,
  { scanId, providerId, checks }: ScanFindings,
  read: Read<R>,
): AsyncGenerator<readonly R[]> {
  const filters = [
    { name: 'scan', op: 'eq', value: scanId },
    ...(checks ? [{ name: 'check_id', op: 'in', value: checks }] : []),
  ]
  const scope = { whole: false, ids: [providerId] }
  const batchBehind = (after: Place | undefined): ReturnType<Read<R>> =>
    inTenant(async (tx) =>
      // Planned again each time: another scan may have started, and versions have ended.
      read(tx, await planOf(tx, scope, catalog, { filters, latest: false }), after),
    )
  for (let next: ReturnType<Read<R>> | undefined = batchBehind(undefined); next; ) {
    const { rows, place }: Awaited<typeof next> = await next
    next = place && batchBehind(place) // is read while this one is written
    next?.catch(() => {}) // the next iteration rejects with it
    if (rows.length > 0) yield rows
  }
}

/** With the evidence, and with all that is known of resources. */
export const findingsOfScan = (
  inTenant: InTenant,
  catalog: CheckCatalog,
  asked: ScanFindings,
): AsyncGenerator<readonly FileFinding[]> =>
  batches(inTenant, catalog, asked, async (tx, plan, after) => {
    const found = await findingsOfPlan(tx, plan, catalog, { sort, after, most: asked.most })
    const seen = await seenResources(tx, [...new Set(found.rows.flatMap(resourceOf))])
    const rows = found.rows.map((row) => ({
      ...row,
      resource: seen.get(resourceOf(row)[0] ?? ''),
    }))
    return { rows, place: found.place }
  })

/** With what a table has columns for. */
export const tableOfScan = (
  inTenant: InTenant,
  catalog: CheckCatalog,
  asked: ScanFindings & Pick<TableOf, 'account'>,
): AsyncGenerator<readonly TableFinding[]> =>
  batches(inTenant, catalog, asked, (tx, plan, after) =>
    tableRows(tx, plan, catalog, { of: asked, after, most: asked.most * rowsOfTable }),
  )
