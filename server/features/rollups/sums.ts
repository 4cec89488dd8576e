/**
 * What overviews and compliance are made of: the latest scan of each provider, and the rollups of scans
 * summed over all that is not asked for.
 */
import {
  all,
  compare,
  contains,
  join,
  raw,
  rowTable,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { type AnyFilter, type Scope, within } from '../providers/index.ts'
import { kindCodes, type Window } from '../observations/index.ts'
import { latestScan } from './latest-scan.ts'
import { keptBodies, readsKept } from './snapshots.ts'
import { type PackedRow, sumPacked } from './packed.ts'
import { buckets, type Counter } from './columns.ts'

/** A scan whose rollups can be read. */
export interface RolledUp {
  readonly id: string
  readonly provider_id: string
  readonly provider_type: string
  /** When it completed, or was made where it does not say. RFC 3339 in UTC. */
  readonly at: string
  /** What was kept of it is read, and not the live rollups. */
  readonly kept: boolean
}

const moment = raw('coalesce(s.completed_at, s.inserted_at)')
const columns = (tenantId: string): Sql => sql`
  s.id, s.provider_id, ${moment} as at, ${readsKept(tenantId)} as kept`

/** Completed no earlier than `from` and before `until`. */
const inTime = ({ from, until }: Pick<Window, 'from' | 'until'>): Sql => sql`
  (${from ?? null}::timestamptz is null or ${moment} >= ${from ?? null}::timestamptz)
  and (${until ?? null}::timestamptz is null or ${moment} < ${until ?? null}::timestamptz)`

/** The latest scan of each provider in scope; with a window, the latest that completed in it. */
export const latestScans = (
  tx: Tx,
  scope: Scope,
  window: Pick<Window, 'from' | 'until'> = {},
): Promise<RolledUp[]> =>
  scope.ids.length === 0
    ? Promise.resolve([])
    : tx.rows<RolledUp>(sql`
        select l.id, l.provider_id, p.provider as provider_type, l.at, l.kept
          from providers p
         cross join lateral (
           ${latestScan(tx.tenantId, sql`p.id`, columns(tx.tenantId), inTime(window))}) l
         where p.tenant_id = ${tx.tenantId} and ${within(scope, sql`p.id`)}
         order by p.id`)

/** Of each scan, the latest full scan of its provider that had completed when it did. A provider has one among them. */
export const scansBefore = async (tx: Tx, scans: readonly RolledUp[]): Promise<RolledUp[]> =>
  scans.length === 0
    ? []
    : tx.rows<RolledUp>(sql`
        select l.id, l.provider_id, p.provider as provider_type, l.at, l.kept
          from ${rowTable(scans, 'n', 'provider_id uuid, id uuid, at timestamptz')}
          join providers p on p.tenant_id = ${tx.tenantId} and p.id = n.provider_id
         cross join lateral (
           ${latestScan(
             tx.tenantId,
             sql`p.id`,
             columns(tx.tenantId),
             sql`s.id <> n.id and ${moment} <= n.at`,
           )}) l`)

/** A scan by its id, whatever its kind and state, where its provider is in scope. */
export const scanOf = (
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<(RolledUp & { readonly partial: boolean; readonly completed: boolean }) | undefined> =>
  scope.ids.length === 0
    ? Promise.resolve(undefined)
    : tx.maybe(sql`
        select ${columns(tx.tenantId)}, p.provider as provider_type, s.kind = ${kindCodes.partial} as partial,
               s.state = 'completed' as completed
          from scans s
          join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id
         where s.tenant_id = ${tx.tenantId} and s.id = ${id} and ${within(scope, sql`s.provider_id`)}`)

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

/** Whether a text is what a filter asks for: the rule of `compare` for what is not in SQL. */
export function holdsText({ op, value }: AnyFilter, text: string): boolean {
  if (op === 'icontains') return text.toLowerCase().includes(String(value).toLowerCase())
  return [value].flat().includes(text)
}

const inPlace = (filters: readonly AnyFilter[]): AnyFilter[] =>
  filters.filter(({ name }) => name === 'region' || name === 'search')

/** `search` looks for each word in what a row is about. */
const holdsRow = (filter: AnyFilter, row: PackedRow): boolean =>
  filter.name === 'region'
    ? holdsText(filter, row.text('region'))
    : wordsOf(filter).every((word) =>
        searched.some((name) => row.text(name).toLowerCase().includes(word)),
      )

const searched = ['check_id', 'service', 'region'] as const

const wordsOf = ({ value }: AnyFilter): string[] =>
  String(value).toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)

const condition = (filter: AnyFilter): Sql =>
  filter.name === 'region'
    ? compare(sql`r.region`, filter)
    : all(
        wordsOf(filter).map((word) =>
          contains(word, sql`r.check_id`, sql`r.service`, sql`r.region`),
        ),
      )

/** What is kept of a large scan are some hundred kilobytes. */
const bodiesAtATime = 100

/** The rollups of scans, summed: a row for each combination of `by` that has any. */
export async function sumRollups<D extends Dimension, C extends Counter>(
  tx: Tx,
  scans: readonly RolledUp[],
  { by, sum, filters = [] }: Summing<D, C>,
): Promise<readonly Sums<D, C>[]> {
  const asked = { by, sum, filters: inPlace(filters) }
  const live = scans.filter(({ kept }) => !kept)
  const rows = live.length === 0 ? [] : await sumLive(tx, live, asked)
  if (live.length === scans.length) return rows
  const sums = new Sum(asked)
  for (const row of rows) sums.add(row)
  const kept = scans.filter((scan) => scan.kept)
  for (let start = 0; start < kept.length; start += bodiesAtATime) {
    const some = kept.slice(start, start + bodiesAtATime)
    const bodies = await keptBodies(
      tx,
      some.map(({ id }) => id),
    )
    for (const scan of some)
      for (const row of sumKept(bodies.get(scan.id), scan, asked)) sums.add(row)
  }
  return sums.rows()
}

const ofScan: ReadonlySet<Dimension> = new Set(['provider_type', 'provider_id'])

function sumKept<D extends Dimension, C extends Counter>(
  body: Uint8Array | undefined,
  scan: RolledUp,
  { by, sum, filters = [] }: Summing<D, C>,
): Sums<D, C>[] {
  if (!body) return []
  const inside = by.filter((name) => !ofScan.has(name)) as Exclude<
    D,
    'provider_type' | 'provider_id'
  >[]
  const holds = (row: PackedRow): boolean => filters.every((filter) => holdsRow(filter, row))
  const groups = sumPacked(body, { by: inside, sum }, filters.length > 0 ? holds : undefined)
  return groups.map(({ row, sums }) => {
    const { provider_type, provider_id } = scan
    const keys = inside.map((name) => [
      name,
      name === 'severity' ? row.severity : row.text(name as 'check_id'),
    ])
    return { provider_type, provider_id, ...Object.fromEntries(keys), ...sums } as Sums<D, C>
  })
}

/** Rows of one combination become one. */
class Sum<D extends Dimension, C extends Counter> {
  readonly #by: readonly D[]
  readonly #sum: readonly C[]
  readonly #rows = new Map<string, Record<string, string | number>>()

  constructor({ by, sum }: Summing<D, C>) {
    this.#by = by
    this.#sum = sum
  }

  add(row: Sums<D, C>): void {
    const key = this.#by.map((name) => row[name]).join('\n')
    const known = this.#rows.get(key)
    if (known) {
      for (const name of this.#sum) known[name] = Number(known[name]) + row[name]
      return
    }
    const made: Record<string, string | number> = {}
    for (const name of [...this.#by, ...this.#sum]) made[name] = row[name] as string | number
    this.#rows.set(key, made)
  }

  rows(): Sums<D, C>[] {
    return [...this.#rows.values()] as Sums<D, C>[]
  }
}

const dimensionColumns: Readonly<Record<Dimension, Sql>> = {
  provider_type: raw('p.provider'),
  provider_id: raw('r.provider_id'),
  check_id: raw('r.check_id'),
  region: raw('r.region'),
  service: raw('r.service'),
  severity: raw('r.severity'),
}

const sumLive = <D extends Dimension, C extends Counter>(
  tx: Tx,
  scans: readonly RolledUp[],
  { by, sum, filters = [] }: Summing<D, C>,
): Promise<readonly Sums<D, C>[]> => {
  const ids = (of: (scan: RolledUp) => string): string => `{${scans.map(of).join(',')}}`
  const dimensions = by.map((name) => sql`${dimensionColumns[name]} as ${raw(name)}`)
  const sums = sum.map((name) => raw(`sum(r.${name}) as ${name}`))
  const places = filters.map((filter) => sql`and ${condition(filter)}`)
  return tx.rows<Sums<D, C>>(sql`
    select ${join([...dimensions, ...sums])}
      from rollup_live r
      join scan_units u
        on u.tenant_id = r.tenant_id and u.scan_id = any(${ids(({ id }) => id)}::uuid[])
       and u.provider_id = r.provider_id and u.unit = r.unit and u.state = 'done'
      join providers p on p.tenant_id = r.tenant_id and p.id = r.provider_id
     where r.tenant_id = ${tx.tenantId}
       and r.provider_id = any(${ids(({ provider_id }) => provider_id)}::uuid[])
       and ${raw(buckets.map((name) => `r.${name}`).join(' + '))} <> 0
       ${join(places, ' ')}
     group by ${join(by.map((name) => dimensionColumns[name]))}`)
}
