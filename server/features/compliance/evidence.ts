/** The evidence of scans for checks: findings, and the ledger of what was not read. */
import { configKeys, providers } from '@plumbline/scanner'
import {
  type CheckResult,
  type Evidence,
  overAccounts,
  type ResultOf,
  type ScanValues,
} from '@plumbline/scanner/frameworks'
import { all, compare, idArray, rowTable, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { kindCodes } from '../versions/index.ts'
import type { AnyFilter } from '../providers/index.ts'
import { buckets, type RolledUp, sumRollups } from '../rollups/index.ts'

interface Ledger {
  readonly scan_id: string
  readonly check_id: string
  readonly unread: boolean
  readonly excluded: boolean
  readonly not_applicable: boolean
}

/** The ledger rows of the requested regions, and those of regions that could not be listed. */
const inPlaces = (places: readonly AnyFilter[]): Sql =>
  places.length === 0
    ? sql`true`
    : sql`(c.region = '*' or (${all(places.map((filter) => compare(sql`c.region`, filter)))}))`

/**
 * The ledger of each check. A live finding that the scan did not read is a gap. So is one that a file of another
 * scanner leaves out: such files have no ledger and are not evidence of absence.
 */
const ledgers = (
  tx: Tx,
  scans: readonly RolledUp[],
  places: readonly AnyFilter[],
): Promise<Ledger[]> => {
  const ids = idArray(scans.map(({ id }) => id))
  return tx.rows<Ledger>(sql`
    select l.scan_id, l.check_id, bool_or(l.unread) as unread, bool_or(l.excluded) as excluded,
           bool_and(l.not_applicable) as not_applicable
      from (
        select c.scan_id, c.check_id, c.outcome in ('denied', 'throttled', 'error', 'capped') as unread,
               c.outcome = 'excluded' as excluded, c.outcome = 'not_applicable' as not_applicable
          from scan_coverage c
         where c.tenant_id = ${tx.tenantId} and c.scan_id = any(${ids}) and ${inPlaces(places)}
        union all
        select distinct g.scan_id, g.check_id, true, false, false
          from scan_gaps g
         where g.tenant_id = ${tx.tenantId} and g.scan_id = any(${ids})) l
     group by l.scan_id, l.check_id`)
}

/** The catalogue's id of a check that is named by a former one, by a framework or by another scanner's file. */
const canonical = (kind: string, checkId: string): string =>
  formerIds.get(`${kind} ${checkId}`) ?? checkId
const formerIds = new Map(
  Object.entries(providers).flatMap(([kind, { catalog }]) =>
    [...catalog.values()].flatMap(({ id, aliases }) =>
      aliases.map((alias): [string, string] => [`${kind} ${alias}`, id]),
    ),
  ),
)

const nothing: Evidence = {
  pass: 0,
  fail: 0,
  manual: 0,
  muted: 0,
  unread: false,
  excluded: false,
  notApplicable: false,
  values: [],
}
const together = (a: Evidence, b: Evidence): Evidence => ({
  pass: a.pass + b.pass,
  fail: a.fail + b.fail,
  manual: a.manual + b.manual,
  muted: a.muted + b.muted,
  unread: a.unread || b.unread,
  excluded: a.excluded || b.excluded,
  notApplicable: a.notApplicable || b.notApplicable,
  values: [],
})

/** The defaults of scans of a kind; they change only with the product's version. */
const defaults = new Map<string, Promise<ScanValues>>()
function defaultsOf(kind: string): Promise<ScanValues> {
  const known = defaults.get(kind) ?? readDefaults(kind)
  defaults.set(kind, known)
  known.catch(() => defaults.delete(kind))
  return known
}
async function readDefaults(kind: string): Promise<ScanValues> {
  const provider = providers[kind]
  const keys = provider ? [...(await configKeys(provider)).values()] : []
  return Object.fromEntries(keys.map((key) => [key.name, key.default]))
}

interface WentBy {
  readonly provider_id: string
  /** The checks that a partial scan made; null for a whole one. */
  readonly checks: readonly string[] | null
  readonly configuration: ScanValues | null
}

/**
 * The configurations that the findings of these scans come from: the scan's own, as it was when the scan began, and where
 * live findings are read also those of later partial scans. A file of another scanner has none.
 */
const configurations = (tx: Tx, scans: readonly RolledUp[]): Promise<WentBy[]> =>
  tx.rows<WentBy>(sql`
    select s.provider_id, null::text[] as checks, s.configuration
      from scans s
     where s.tenant_id = ${tx.tenantId} and s.id = any(${idArray(scans.map(({ id }) => id))})
       and s.kind <> ${kindCodes.import}
    union all
    select s.provider_id, array(
             select distinct c.check_id
               from scan_coverage c
              where c.tenant_id = s.tenant_id and c.scan_id = s.id and c.outcome = 'assessed'), s.configuration
      from ${rowTable(scans, 'n', 'id uuid, provider_id uuid, at timestamptz, from_snapshot boolean')}
      join scans f on f.tenant_id = ${tx.tenantId} and f.id = n.id
      join scans s on s.tenant_id = ${tx.tenantId} and s.provider_id = n.provider_id
       and s.state = 'completed' and s.kind = ${kindCodes.partial} and s.completed_at > n.at
     where not n.from_snapshot and s.configuration is distinct from f.configuration`)

/** By account: what the findings of a check were judged by. */
async function valuesOf(
  tx: Tx,
  scans: readonly RolledUp[],
): Promise<(providerId: string, checkId: string) => readonly ScanValues[]> {
  const wentBy = scans.length > 0 ? await configurations(tx, scans) : []
  const kinds = new Map(scans.map((scan) => [scan.provider_id, scan.provider_type]))
  const each = wentBy.map(async ({ provider_id, checks, configuration }) => ({
    provider_id,
    checks: checks && new Set(checks),
    values: { ...(await defaultsOf(kinds.get(provider_id) ?? '')), ...configuration },
  }))
  const byProvider = Map.groupBy(await Promise.all(each), ({ provider_id }) => provider_id)
  return (providerId, checkId) =>
    (byProvider.get(providerId) ?? [])
      .filter(({ checks }) => checks === null || checks.has(checkId))
      .map(({ values }) => values)
}

/** By account, then by check. Of the filters, those on regions are looked at. */
async function evidenceOf(
  tx: Tx,
  scans: readonly RolledUp[],
  filters: readonly AnyFilter[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Evidence>>> {
  const found = new Map(scans.map(({ provider_id }) => [provider_id, new Map<string, Evidence>()]))
  if (scans.length === 0) return found
  const kinds = new Map(scans.map((scan) => [scan.provider_id, scan.provider_type]))
  const add = (providerId: string, checkId: string, evidence: Evidence): void => {
    const own = found.get(providerId)
    const id = canonical(kinds.get(providerId) ?? '', checkId)
    own?.set(id, together(own.get(id) ?? nothing, evidence))
  }
  const places = filters.filter(({ name }) => name === 'region')
  const rows = await sumRollups(tx, scans, {
    by: ['provider_id', 'check_id'],
    sum: buckets,
    filters: places,
  })
  for (const { provider_id, check_id, pass, fail, manual, ...row } of rows) {
    const muted = row.pass_muted + row.fail_muted + row.manual_muted
    add(provider_id, check_id, { ...nothing, pass, fail, manual, muted })
  }
  const owners = new Map(scans.map(({ id, provider_id }) => [id, provider_id]))
  for (const { scan_id, check_id, not_applicable, ...row } of await ledgers(tx, scans, places))
    add(owners.get(scan_id) ?? '', check_id, { ...nothing, ...row, notApplicable: not_applicable })
  const valuesFor = await valuesOf(tx, scans)
  for (const [providerId, checks] of found)
    for (const [checkId, evidence] of checks)
      checks.set(checkId, { ...evidence, values: valuesFor(providerId, checkId) })
  return found
}

/** How checks came out over all accounts of the scans, by kind of account. */
export async function resultsOf(
  tx: Tx,
  scans: readonly RolledUp[],
  filters: readonly AnyFilter[] = [],
): Promise<ResultOf> {
  const found = await evidenceOf(tx, scans, filters)
  const accounts = Map.groupBy(scans, ({ provider_type }) => provider_type)
  const known = new Map<string, CheckResult>() // most checks are named by dozens of frameworks
  return (kind, checkId) => {
    const own = accounts.get(kind)
    if (!own) return undefined
    const id = canonical(kind, checkId)
    const key = `${kind} ${id}`
    const result =
      known.get(key) ?? overAccounts(own.map(({ provider_id }) => found.get(provider_id)?.get(id)))
    known.set(key, result)
    return result
  }
}

/** How checks came out on each account by itself. */
export async function resultsByProvider(
  tx: Tx,
  scans: readonly RolledUp[],
): Promise<(providerId: string) => ResultOf> {
  const found = await evidenceOf(tx, scans, [])
  return (providerId) => (kind, checkId) =>
    overAccounts([found.get(providerId)?.get(canonical(kind, checkId))])
}
