/** The rollups of scans, summed over all dimensions that are not requested. */
import {
  all,
  compare,
  contains,
  idArray,
  join,
  raw,
  type Sql,
  sql,
  type Tx,
  plannedForValues,
  wordsIn,
} from '../../platform/db/index.ts'
import type { AnyFilter } from '../providers/index.ts'
import { buckets, type Counter } from './columns.ts'
import type { RolledUp } from './scans.ts'
import { type RollupColumn, snapshotRows } from './snapshots.ts'

export type Dimension =
  | 'provider_type'
  | 'provider_id'
  | 'check_id'
  | 'region'
  | 'service'
  | 'severity'

type Sums<D extends Dimension, C extends Counter> = {
  readonly [K in D]: K extends 'severity' ? number : string
} & { readonly [K in C]: number }

export interface Summing<D extends Dimension, C extends Counter> {
  readonly by: readonly [D, ...D[]]
  readonly sum: readonly C[]
  /** Of these, filters on the region and on words in check, service or region are looked at. */
  readonly filters?: readonly AnyFilter[]
}

/** `search` looks for each word in what a row is about. */
function condition({ name, op, value }: AnyFilter): Sql[] {
  if (name === 'region') return [compare(sql`r.region`, { op, value })]
  if (name !== 'search') return []
  return wordsIn(value).map((word) =>
    contains(word, sql`r.check_id`, sql`r.service`, sql`r.region`),
  )
}

const places = ['check_id', 'region', 'service', 'severity'] as const

/** Live rollups of the units that the scans completed. A provider has one among these scans. */
const liveRows = (tx: Tx, scans: readonly RolledUp[], columns: readonly RollupColumn[]): Sql => sql`
  select r.provider_id, ${raw(columns.map((name) => `r.${name}`).join(', '))}
    from rollup_live r
    join scan_units u
      on u.tenant_id = r.tenant_id and u.scan_id = any(${idArray(scans.map(({ id }) => id))})
     and u.provider_id = r.provider_id and u.unit = r.unit and u.state = 'done'
   where r.tenant_id = ${tx.tenantId}
     and r.provider_id = any(${idArray(scans.map(({ provider_id }) => provider_id))})`

/** The rollups of scans, summed: a row for each combination of `by` that counts any finding. */
export async function sumRollups<D extends Dimension, C extends Counter>(
  tx: Tx,
  scans: readonly RolledUp[],
  { by, sum, filters = [] }: Summing<D, C>,
): Promise<readonly Sums<D, C>[]> {
  if (scans.length === 0) return []
  const columns = [...new Set<RollupColumn>([...places, ...buckets, ...sum])]
  const names = raw(columns.map((name) => `r.${name}`).join(', '))
  const [past = [], live = []] = [true, false].map((fromSnapshot) =>
    scans.filter(({ from_snapshot }) => from_snapshot === fromSnapshot),
  )
  const ids = past.map(({ id }) => id)
  const sources = [
    ...(live.length > 0 ? [liveRows(tx, live, columns)] : []),
    ...(past.length > 0
      ? [sql`select r.provider_id, ${names} from (${snapshotRows(tx.tenantId, ids, columns)}) r`]
      : []),
  ]
  const dimensions = by.map((name) => raw(name === 'provider_type' ? 'p.provider' : `r.${name}`))
  const shown = [
    ...by.map((name, at) => sql`${dimensions[at]} as ${raw(name)}`),
    ...sum.map((name) => raw(`sum(r.${name}) as ${name}`)),
  ]
  return tx.rows<Sums<D, C>>(sql`
    ${plannedForValues}select ${join(shown)}
      from (${join(sources, ' union all ')}) r
      join providers p on p.tenant_id = ${tx.tenantId} and p.id = r.provider_id
     where ${all([raw(`${buckets.map((name) => `r.${name}`).join(' + ')} <> 0`), ...filters.flatMap(condition)])}
     group by ${join(dimensions)}`)
}
