/**
 * Periods. Nearly every version was seen by its unit: its newest observation in a period is the newest run of
 * its unit in it, as long as the version was current then. So versions are read in the order of their indexes, each
 * with a look at the runs of its unit. Two kinds are read otherwise: versions that ended inside the period are found by
 * their unit, and the few that were seen outside of theirs or could not be read are looked through row by row. In a
 * period that reaches up to now, while every live row follows its unit, live rows are counted by the rollups of the
 * units that have run.
 */
import { all, plannedForValues, raw, type Sql, sql, type Tx } from '../../../platform/db/index.ts'
import { firstId } from '../../../platform/ids.ts'
import { inScopeOf, type Scope, within } from '../../providers/index.ts'
import { uncounted } from '../../rollups/index.ts'
import {
  inWindow,
  kindCodes,
  newestObservation,
  newestRuns,
  observationOf,
  type Window,
} from '../../versions/index.ts'
import { followsUnits } from './live.ts'
import { endedRows, liveRows, type Rows, tomorrow, versions } from './rows.ts'

export interface Period {
  readonly kind: 'period'
  /** With their observations. */
  readonly rows: readonly Rows[]
  /** Where their number is known without reading them all; `others` are those that have to be read. */
  readonly known?: (UpToNow | ByScans) & { readonly others: readonly Rows[] }
}
/** Live rows of units that `ran` as `h` in the period are in the rollups. */
interface UpToNow {
  readonly by: 'rollups'
  readonly ran: (alias: string) => Sql
}
/** These scans saw all of it, and have snapshots. */
interface ByScans {
  readonly by: 'snapshots'
  readonly scans: readonly string[]
}

/** A window on the findings of a scope. */
interface InWindow {
  readonly tx: Tx
  readonly scope: Scope
  readonly window: Window
  readonly inScope: (alias: string) => Sql
}

/** What a period shows, in the quickest way that shows it. */
export async function periodSource(tx: Tx, scope: Scope, window: Window): Promise<Period> {
  const { tenantId } = tx
  const period: InWindow = { tx, scope, window, inScope: inScopeOf(tx, scope) }
  const own = all([period.inScope('v'), ...madeBefore(window)])
  const [follows, runs] = await Promise.all([followsUnits(tx, scope, window.until), runsOf(period)])
  const isStale = staleRows(period)
  const plain = runs.stale ? sql`${own} and not ${isStale}` : own
  const [staleLive, staleEnded] = runs.stale
    ? observedIn(tx, scope, window).map((one) => [
        { ...one, where: sql`${one.where} and ${isStale}` },
      ])
    : []
  const ended = [
    ...(follows ? await lastIn(period, plain, runs) : endedIn(period, plain, runs)),
    ...(staleEnded ?? []),
  ]
  if (!follows) {
    const live = liveIn(plain, runIn(tenantId, window), newestRuns(tenantId, window))
    const scans = runs.stale || runs.repeated ? [] : await scansThatSawAll(period)
    return {
      kind: 'period',
      rows: [...live, ...ended, ...(staleLive ?? [])],
      ...(scans.length > 0 && { known: { by: 'snapshots', scans, others: [] } }),
    }
  }
  const ran = (alias: string): Sql => sql`
    h.tenant_id = ${tenantId} and h.provider_id = ${raw(`${alias}.provider_id`)} and h.unit = ${raw(`${alias}.unit`)}
    and ${inWindow('h', window)}`
  const run = sql`select h.scan_id, h.recorded_at, h.seq from latest_unit_runs h where ${ran('v')}`
  const latestRuns = sql`
    (select h.provider_id, h.unit, h.scan_id, h.recorded_at, h.seq
       from latest_unit_runs h
      where h.tenant_id = ${tenantId} and ${inWindow('h', window)})`
  return {
    kind: 'period',
    rows: [...liveIn(own, run, latestRuns), ...ended],
    known: { by: 'rollups', ran, others: ended },
  }
}

/**
 * Row by row, the live and the ended versions that were seen last in any window. A version that a later one has followed
 * inside the window is not shown.
 */
export function observedIn(tx: Tx, scope: Scope, window: Window): readonly Rows[] {
  const { tenantId } = tx
  const own = inScopeOf(tx, scope)('v')
  const seen = (rows: Rows): Rows => ({
    ...rows,
    from: sql`${rows.from} ${newestObservation(tenantId, { window, ended: rows.table === 'finding_history' })}`,
  })
  const isLast = sql`not ${seenLater(tenantId, window)}`
  return [seen(liveRows(own)), seen(endedRows(sql`${own} and ${isLast}`))]
}

/**
 * A later version of `v` than at its observation `s` was seen in the window. Depends on `s`, so that it runs only for
 * the few rows seen in it.
 */
function seenLater(tenantId: string, window: Window): Sql {
  const key = sql`
    f.tenant_id = ${tenantId} and f.provider_id = v.provider_id and f.finding_key = v.finding_key and f.seq_from > s.seq`
  return sql`
    exists (
      select from (
        select f.provider_id, f.unit, f.finding_key, f.check_id, f.seq_from, null::int as seq_to
          from findings f
         where ${key}
        union all
        select f.provider_id, f.unit, f.finding_key, f.check_id, f.seq_from, f.seq_to
          from finding_history f
         where ${key}) l
       cross join lateral (${observationOf(tenantId, sql`l`, { window, ended: true })}) n)`
}

/**
 * The full scans whose runs are all in the period, if no other scan ran a unit in it: the period shows what they saw,
 * and their snapshots count it. Empty if an account has two, or one that is still running.
 */
async function scansThatSawAll({ tx, window, inScope }: InWindow): Promise<readonly string[]> {
  const { tenantId } = tx
  const scans = await tx.rows<{ id: string; provider_id: string; fills: boolean }>(sql`
    ${plannedForValues}select s.id, s.provider_id,
           s.kind = ${kindCodes.full} and s.state = 'completed'
           and r.ran = (select count(*) from scan_units u
                         where u.tenant_id = ${tenantId} and u.scan_id = s.id and u.state = 'done')
           and exists (select from rollup_snapshots o where o.tenant_id = ${tenantId} and o.scan_id = s.id)
           and exists (select from scans n
                        where n.tenant_id = ${tenantId} and n.provider_id = s.provider_id and n.seq > s.seq
                          and n.kind <> ${kindCodes.partial}) as fills
      from (select u.scan_id, count(*) as ran
              from scan_units u
             where ${inScope('u')} and u.state = 'done' and ${inWindow('u', window)}
             group by u.scan_id) r
      join scans s on s.tenant_id = ${tenantId} and s.id = r.scan_id`)
  const accounts = new Set(scans.map(({ provider_id }) => provider_id))
  const isFilled = accounts.size === scans.length && scans.every(({ fills }) => fills)
  return isFilled ? scans.map(({ id }) => id) : []
}

/** Live rows, each with the `run` of its unit that saw it last; all of them with a join of the `runs`. */
function liveIn(own: Sql, run: Sql, runs: Sql): Rows[] {
  const live = (condition: Sql): Rows => ({
    ...liveRows(sql`${own} and ${condition} and v.seq_from <= s.seq`),
    // A look per row keeps the order of the index: a page ends after its rows.
    from: sql`${versions.findings} cross join lateral (${run} offset 0) s`,
    allFrom: sql`${versions.findings} join ${runs} s on s.provider_id = v.provider_id and s.unit = v.unit`,
  })
  return [
    live(raw('v.removed_at is null')),
    live(sql`v.removed_at is not null and ${uncounted('v')}`),
  ]
}

/** The newest run of the unit of `v` in the window, among those that `held` lets through. */
const runIn = (tenantId: string, window: Window, held: Sql = raw('true')): Sql => sql`
  select u.scan_id, u.recorded_at, u.seq
    from scan_units u
   where u.tenant_id = ${tenantId} and u.provider_id = v.provider_id and u.unit = v.unit
     and u.state = 'done' and ${inWindow('u', window)} and ${held}
   order by u.seq desc
   limit 1`

/**
 * Versions that have ended: those that the newest run of their unit in the window still saw, and those that
 * ended before it. A later version is looked for where there may be one: behind `offset 0`, because a
 * planner that joins here takes nothing to be left.
 */
function endedIn({ tx, window }: InWindow, own: Sql, runs: Runs): Rows[] {
  const { tenantId } = tx
  const history = versions.finding_history
  const closed = closedIn(window, runs)
  const isLast = sql`not exists (select where ${seenLater(tenantId, window)} offset 0)`
  const isNewest = sql`s.seq >= coalesce((${runs.newest}::jsonb ->> v.provider_id::text)::int, 0)`
  const held: Rows = {
    ...endedRows(
      all([
        own,
        ...closed,
        raw('v.seq_from <= s.seq and v.seq_to > s.seq'),
        ...(runs.uneven ? [sql`(${isNewest} or ${isLast})`] : []),
      ]),
    ),
    from: sql`${history} cross join lateral (${runIn(tenantId, window)} offset 0) s`,
    allFrom: sql`${history} join ${newestRuns(tenantId, window)} s on s.provider_id = v.provider_id and s.unit = v.unit`,
  }
  if (!runs.repeated) return [held]
  const replaced: Rows = {
    ...endedRows(all([own, ...closed, isLast])),
    from: sql`
      (select h.* from ${newestRuns(tenantId, window)} h where h.lo < h.seq) h
      join ${history}
        on v.tenant_id = ${tenantId} and v.provider_id = h.provider_id and v.unit = h.unit
       and v.seq_to > h.lo and v.seq_to <= h.seq
     cross join lateral (${runIn(tenantId, window, whileHeld)}) s`,
  }
  return [held, replaced]
}

/** Of whatever was seen since the window began, what has ended by now. */
const closedIn = ({ from }: Window, { tomorrow: end }: Runs): Sql[] => [
  sql`v.closed_at < ${end}::timestamptz`,
  ...(from === undefined ? [] : [sql`v.closed_at >= ${from}::timestamptz`]),
]

/** Of runs `u`: while the ended version `v` was current. */
const whileHeld = raw('u.seq >= v.seq_from and u.seq < v.seq_to')

/**
 * Versions that have ended, where no run is newer than the window: what has a later version was seen later in
 * it, so what is shown is the last version of closed findings. `offset 0` keeps the look at each in the
 * order of the index: a page ends after its rows.
 */
async function lastIn(period: InWindow, own: Sql, runs: Runs): Promise<Rows[]> {
  const { tx, window } = period
  if (!runs.repeated && !(await endsAfter(period))) return []
  const isLast = sql`
    exists (select from closed_findings g
             where g.tenant_id = ${tx.tenantId} and g.provider_id = v.provider_id and g.finding_key = v.finding_key and g.id = v.id
            offset 0)`
  const run = runIn(tx.tenantId, window, whileHeld)
  const known = [own, ...closedIn(window, runs)]
  return [
    {
      ...endedRows(all([...known, isLast])),
      allWhere: all(known),
      from: sql`${versions.finding_history} cross join lateral (${run} offset 0) s`,
      allFrom: sql`
        closed_findings g
        join ${versions.finding_history} on g.tenant_id = ${tx.tenantId} and v.provider_id = g.provider_id and v.id = g.id
       cross join lateral (${run} offset 0) s`,
    },
  ]
}

/** A version ended after the newest run of its unit in the window. */
async function endsAfter({ tx, scope, window }: InWindow): Promise<boolean> {
  const { later } = await tx.single<{ later: boolean }>(sql`
    ${plannedForValues}select exists (
      select from ${newestRuns(tx.tenantId, window)} h
       where ${within(scope, raw('h.provider_id'))}
         and exists (
           select from finding_history v
            where v.tenant_id = ${tx.tenantId} and v.provider_id = h.provider_id and v.unit = h.unit
              and v.seq_to > h.seq)) as later`)
  return later
}

/** What is seen in a window was made before its end: an index passes over later ids without a look at the rows. */
const madeBefore = ({ until }: Window): Sql[] =>
  until === undefined ? [] : [sql`v.id < ${firstId(Date.parse(until) + 1)}::uuid`]

/** Versions in units of which something could not be read in the window, or that were seen outside of theirs. */
const staleRows = ({ window, inScope }: InWindow): Sql => sql`(
    (v.provider_id, v.unit) in (
      select u.provider_id, u.unit
        from scan_units u
       where ${inScope('u')} and u.state = 'done' and u.gaps > 0 and ${inWindow('u', window)})
    or (v.provider_id, v.finding_key) in (
      select o.provider_id, o.finding_key
        from scan_observations o
       where ${inScope('o')} and ${inWindow('o', window)}))`

/** What is known of the runs of units in a window, so that nothing is looked for that cannot be. */
interface Runs {
  /** There are versions whose observations cannot be read off their units alone. */
  readonly stale: boolean
  /** Some unit ran more than once: a version may have ended in between. */
  readonly repeated: boolean
  /** Some unit did not run as late as another: a finding may have moved from one to the other. */
  readonly uneven: boolean
  /** JSON: of each provider the newest scan that ran a unit. */
  readonly newest: string
  /** All versions that have ended did so before this time; one that ends later triggers a new query. */
  readonly tomorrow: string
}

const runsOf = ({ tx, window, inScope }: InWindow): Promise<Runs> =>
  tx.single<Runs>(sql`
    ${plannedForValues}select coalesce(bool_or(t.gaps > 0), false) or exists (
             select from scan_observations o where ${inScope('o')} and ${inWindow('o', window)}) as stale,
           coalesce(bool_or(t.repeated), false) as repeated,
           coalesce(bool_or(t.lowest < t.top), false) as uneven,
           coalesce(jsonb_object_agg(t.provider_id, t.top), '{}')::text as newest, ${tomorrow} as tomorrow
      from (select r.provider_id, max(r.seq) as top, min(r.seq) as lowest, max(r.gaps) as gaps,
                   bool_or(r.repeated) as repeated
              from (select u.provider_id, max(u.seq) as seq, max(u.gaps) as gaps, count(*) > 1 as repeated
                      from scan_units u
                     where ${inScope('u')} and u.state = 'done' and u.unit <> 'partial' and ${inWindow('u', window)}
                     group by u.provider_id, u.unit) r
             group by r.provider_id) t`)
