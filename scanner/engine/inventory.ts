/**
 * The inventory of a scan: the records that its checks evaluated, one per line, so that the checks can run again
 * without the account. It contains neither credentials nor connection details.
 */
import {
  CallProblem,
  type Collected,
  type Description,
  each,
  type Incomplete,
  incomplete,
  isIncomplete,
  isUnread,
  type Provider,
  type Resource,
  read,
  ScanProblem,
  type Service,
  type SessionGap,
  type Stream,
  type Unread,
  unread,
} from '../kit/index.ts'
import { systemClock } from './clock.ts'
import { failedCoverage } from './coverage.ts'
import type { OpenSession } from './open.ts'
import { type Plan, type PlanInput, type PlannedUnit, planScan, unitName } from './plan.ts'

const version = 1

/** The first line, which identifies the scan. */
export interface InventoryHead {
  readonly kind: 'inventory'
  readonly version: number
  readonly provider: string
  readonly account: string
  readonly partition: string
  readonly home: string
  readonly regions: readonly string[]
  /** The time that ages were measured against, in milliseconds since 1970. */
  readonly now: number
  readonly gaps: readonly SessionGap[]
  readonly units: readonly PlannedUnit[]
  readonly config: Readonly<Record<string, unknown>>
}

type Gap = Pick<Unread, 'outcome' | 'code' | 'action'>

/**
 * A line of an inventory: the list of a unit, a record or gap in it, or the end of a unit. Lines of concurrent units
 * may be interleaved.
 */
export type InventoryLine =
  | InventoryHead
  | { readonly kind: 'list'; readonly unit: string; readonly of: string; readonly region: Region }
  | {
      readonly kind: 'record'
      readonly unit: string
      readonly of: string
      readonly region: Region
      readonly record: unknown
    }
  | {
      readonly kind: 'gap'
      readonly unit: string
      readonly of: string
      readonly region: Region
      readonly gap: Gap
      /** An incomplete item of the list, or null if it has no name. Absent: the list itself was not read completely. */
      readonly name?: string | null
    }
  | { readonly kind: 'unit'; readonly unit: string }

/** The region of the stream's list, or null for the unit's region. */
type Region = string | null

/** Receives the lines of one scan. The scan awaits a returned promise. */
export type InventorySink = (line: InventoryLine) => void | Promise<void>

/** Serializes a gap. */
export const gapOf = ({ outcome, code, action }: Unread): Gap => ({ outcome, code, action })

/** Serializes a record. Unread fields keep their reason. */
export const recorded = (record: Resource): unknown =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      isUnread(value) ? { $unread: gapOf(value) } : value,
    ]),
  )

/** The first line of a scan's inventory. */
export function headOf<Client>(
  { units, config: planned }: Plan,
  { provider, session }: OpenSession<Client>,
  now: Date,
): InventoryHead {
  const { endpoint_url: _how, ...config } = planned
  const { account, partition, home, regions, gaps } = session
  const place = { provider: provider.type, account, partition, home, regions, gaps }
  return { kind: 'inventory', version, ...place, now: now.getTime(), units, config }
}

interface List {
  readonly region: Region
  readonly records: (Resource | Incomplete)[]
  gap: Gap | null
}

/** A parsed inventory: the recorded lists, by unit and kind. */
export interface Inventory {
  readonly head: InventoryHead
  readonly lists: ReadonlyMap<string, ReadonlyMap<string, readonly List[]>>
  /** Units that the scan did not finish. */
  readonly unfinished: readonly string[]
}

const isGap = (value: unknown): value is { readonly $unread: Gap } =>
  typeof value === 'object' && value !== null && '$unread' in value

const revived = (record: unknown): Resource =>
  Object.fromEntries(
    Object.entries(record as object).map(([name, value]) => [
      name,
      isGap(value) ? unread(value.$unread.code, value.$unread) : (value as unknown),
    ]),
  ) as unknown as Resource // in the format of `recorded`

const bad = (detail: string): ScanProblem => new ScanProblem('invalid_inventory', detail)

function parsed(text: string, number: number): InventoryLine {
  try {
    const line = JSON.parse(text) as InventoryLine | null
    if (line && typeof line === 'object' && typeof line.kind === 'string') return line
  } catch {
    // reported below
  }
  throw bad(`Line ${number} is not a valid line of a recorded scan.`)
}

/** Reads an inventory. Throws ScanProblem `invalid_inventory` naming the invalid line. */
export async function readInventory(lines: AsyncIterable<string>): Promise<Inventory> {
  let head: InventoryHead | undefined
  const units = new Map<string, Map<string, List[]>>()
  const finished = new Set<string>()
  let number = 0
  for await (const text of lines) {
    number += 1
    if (text === '') continue
    const line = parsed(text, number)
    if (line.kind === 'inventory') {
      if (line.version !== version)
        throw bad(
          `The recorded scan has version ${line.version}; this program supports version ${version}.`,
        )
      head = line
      continue
    }
    if (!head) throw bad('The first line is not the header of a recorded scan.')
    if (line.kind === 'unit') {
      finished.add(line.unit)
      continue
    }
    const kinds = units.get(line.unit) ?? new Map<string, List[]>()
    units.set(line.unit, kinds)
    const lists = kinds.get(line.of) ?? []
    kinds.set(line.of, lists)
    let list = lists.find(({ region }) => region === line.region)
    if (!list) lists.push((list = { region: line.region, records: [], gap: null }))
    if (line.kind === 'record') list.records.push(revived(line.record))
    else if (line.kind === 'gap') {
      const { name, gap } = line
      if (name === undefined) list.gap = gap
      else list.records.push(incomplete(name, unread(gap.code, gap)))
    }
  }
  if (!head) throw bad('The file is empty.')
  const unfinished = head.units.map(({ name }) => name).filter((name) => !finished.has(name))
  return { head, lists: units, unfinished }
}

const notRecorded = { code: 'not_recorded', outcome: 'error', action: null } as const

const asGap = ({ code, outcome, action }: Gap): CallProblem =>
  new CallProblem(code, outcome, action, 'as the scan saw it')

/** Completes a record with the fields that a check may read but the scan did not record. */
const whole = (record: Resource, fields: readonly string[]): Description<Resource> => {
  const missing = fields.filter((field) => !(field in record))
  const lacks = read(() => Promise.reject(asGap(notRecorded)))
  return { ...record, ...Object.fromEntries(missing.map((field) => [field, lacks])) }
}

async function* replayed({ records, gap }: List, fields: readonly string[]) {
  for (const record of records) yield isIncomplete(record) ? record : whole(record, fields)
  if (gap) throw asGap(gap)
}

/** A service that reads its lists from the inventory. */
const fromInventory = <Client>(
  service: Service<Client>,
  { lists }: Inventory,
): Service<Client> => ({
  ...service,
  collect: ({ region }) =>
    Object.fromEntries(
      Object.entries(service.kinds).map(([kind, { fields }]): [string, Stream<Resource>[]] => {
        const known = lists.get(unitName(service.name, region))?.get(kind)
        const given = known ?? [{ region: null, records: [], gap: notRecorded }]
        const names = Object.keys(fields)
        return [
          kind,
          given.map((list) => each(replayed(list, names), (it) => it, { region: list.region })),
        ]
      }),
    ) as Collected<Record<string, Resource>>,
})

/** Opens a session on the inventory in place of the account. Its units can be planned and run like any others. */
export function openInventory<Client>(
  provider: Provider<Client>,
  inventory: Inventory,
): OpenSession<Client> {
  const { head } = inventory
  if (head.provider !== provider.type)
    throw bad(`The recorded scan is for ${head.provider}, not for ${provider.type}.`)
  const { account, partition, home, regions, gaps, config } = head
  const services = Object.entries(provider.services).map(
    ([name, load]) => [name, async () => fromInventory(await load(), inventory)] as const,
  )
  return {
    provider: { ...provider, services: Object.fromEntries(services) },
    // The lists are loaded already: no collector runs, and no client is used.
    session: { account, partition, home, regions, gaps, client: () => ({}) as Client },
    http: { call: noCalls, statistics: () => [], close: () => undefined },
    config,
    clock: { ...systemClock, now: () => head.now },
    close: () => undefined,
  }
}

const noCalls = (): never => {
  throw new RangeError('an inventory makes no calls')
}

/** Plans the checks of the recorded scan, or some of them, over the recorded units. */
export async function planInventory<Client>(
  opened: OpenSession<Client>,
  { head, unfinished }: Inventory,
  input: Omit<PlanInput, 'uids'> = {},
): Promise<Plan> {
  const scanned = new Set(head.units.flatMap(({ checks }) => checks))
  const checks = input.checks ?? [...scanned].filter((id) => opened.provider.catalog.has(id))
  const plan = await planScan(opened, { ...input, checks })
  const there = new Set(head.units.map(({ name }) => name))
  const recorded = plan.units.filter(({ name }) => there.has(name))
  const units = recorded.filter(({ name }) => !unfinished.includes(name))
  const cut = recorded.filter(({ name }) => unfinished.includes(name))
  const coverage = [...plan.coverage, ...cut.flatMap((unit) => failedCoverage(unit, 'unfinished'))]
  return {
    ...plan,
    units,
    coverage,
    total: units.reduce((sum, unit) => sum + unit.checks.length, 0),
  }
}
