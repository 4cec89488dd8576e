/**
 * Periods. Nearly every version was seen by its unit: its newest observation in a period is the newest run of
 * its unit in it, as long as the version held then. So versions are read in the order of their indexes,
 * each with a look at the runs of its unit. Apart from that are versions that ended inside the period, found
 * by their unit, and the few that were seen outside of theirs or could not be read, which are looked
 * through row by row. In a period that reaches up to now, while every live row follows its unit, live rows
 * are counted by the rollups of the units that have run.
 */
import {
  all,
  join,
  raw,
  rowTable,
  type Sql,
  sql,
  type Tx,
  plannedForValues,
} from '../../platform/db/index.ts'
import { firstId } from '../../platform/ids.ts'
import { type Scope, within } from '../providers/index.ts'
import type { Plan } from './plan.ts'
import { heads, inWindow, observationOf, staleUnits, type Window } from '../observations/index.ts'
import {
  endedSource,
  liveSource,
  seenLater,
  type Source,
  tomorrow,
  uncounted,
  type View,
  windowView,
} from './views.ts'

/** What a period shows, in the quickest way that shows it. */
export async function viewOfWindow(tx: Tx, scope: Scope, window: Window): Promise<View> {
  const { tenantId } = tx
  const own = all([
    sql`v.tenant_id = ${tenantId} and ${within(scope, sql`v.provider_id`)}`,
    ...madeBefore(window),
  ])
  const [follows, runs] = await Promise.all([
    areConsistent(tx, scope, window),
    runsOf(tx, scope, window),
  ])
  const isStale = staleRows(tx, scope, window)
  const plain = runs.stale ? sql`${own} and not ${isStale}` : own
  const [staleLive, staleEnded] = windowView(tx, scope, window).sources.map((source) => ({
    ...source,
    where: sql`${source.where} and ${isStale}`,
  })) as [Source, Source]
  const ended = [
    ...(follows
      ? await lastIn(tx, scope, plain, { window, runs })
      : endedIn(tx, plain, { window, runs })),
    ...(runs.stale ? [staleEnded] : []),
  ]
  const view = { observation: raw(''), hasObservations: true }
  if (!follows) {
    const live = liveIn(plain, runIn(tenantId, window), heads(tenantId, window))
    return { ...view, sources: [...live, ...ended, ...(runs.stale ? [staleLive] : [])] }
  }
  const ran = (alias: string): Sql => sql`
    h.tenant_id = ${tenantId} and h.provider_id = ${raw(`${alias}.provider_id`)} and h.unit = ${raw(`${alias}.unit`)}
    and ${inWindow('h', window)}`
  const run = sql`select h.scan_id, h.recorded_at, h.seq from unit_heads h where ${ran('v')}`
  const newestRuns = sql`
    (select h.provider_id, h.unit, h.scan_id, h.recorded_at, h.seq
       from unit_heads h
      where h.tenant_id = ${tenantId} and ${inWindow('h', window)})`
  return { ...view, sources: [...liveIn(own, run, newestRuns), ...ended], open: { ran, ended } }
}

/** Live rows, each with the `run` of its unit that saw it last; all of them with a join of the `runs`. */
function liveIn(own: Sql, run: Sql, runs: Sql): Source[] {
  const live = (condition: Sql): Source => ({
    ...liveSource(sql`${own} and ${condition} and v.seq_from <= s.seq`),
    // A look per row keeps the order of the index: a page ends after its rows.
    from: sql`findings v cross join lateral (${run} offset 0) s`,
    all: sql`findings v join ${runs} s on s.provider_id = v.provider_id and s.unit = v.unit`,
  })
  return [live(raw('v.gone_at is null')), live(sql`v.gone_at is not null and ${uncounted('v')}`)]
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
function endedIn(
  tx: Tx,
  own: Sql,
  { window, runs }: { readonly window: Window; readonly runs: Runs },
): Source[] {
  const { tenantId } = tx
  const history = sql`(select v.*, null::timestamptz as status_until from finding_history v) v`
  const closed = closedIn(window, runs)
  const isLast = sql`not exists (select where ${seenLater(tenantId, window)} offset 0)`
  const isNewest = sql`s.seq >= coalesce((${runs.newest}::jsonb ->> v.provider_id::text)::int, 0)`
  const held: Source = {
    ...endedSource(
      all([
        own,
        ...closed,
        raw('v.seq_from <= s.seq and v.seq_to > s.seq'),
        ...(runs.uneven ? [sql`(${isNewest} or ${isLast})`] : []),
      ]),
    ),
    from: sql`${history} cross join lateral (${runIn(tenantId, window)} offset 0) s`,
    all: sql`${history} join ${heads(tenantId, window)} s on s.provider_id = v.provider_id and s.unit = v.unit`,
  }
  if (!runs.repeated) return [held]
  const replaced: Source = {
    ...endedSource(all([own, ...closed, isLast])),
    from: sql`
      (select h.* from ${heads(tenantId, window)} h where h.lo < h.seq) h
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

/** Of runs `u`: while the version `v`, which has ended, held. */
const whileHeld = raw('u.seq >= v.seq_from and u.seq < v.seq_to')

/**
 * Versions that have ended, where no run is newer than the window: what has a later version was seen later in
 * it, so what is shown is the last version of findings that are gone. `offset 0` keeps the look at each in the
 * order of the index: a page ends after its rows.
 */
async function lastIn(
  tx: Tx,
  scope: Scope,
  own: Sql,
  { window, runs }: { readonly window: Window; readonly runs: Runs },
): Promise<Source[]> {
  if (!runs.repeated && !(await endsAfter(tx, scope, window))) return []
  const isLast = sql`
    exists (select from finding_gone g
             where g.tenant_id = ${tx.tenantId} and g.provider_id = v.provider_id and g.ukey = v.ukey and g.id = v.id
            offset 0)`
  const run = runIn(tx.tenantId, window, whileHeld)
  const { from: rows } = endedSource(raw('true'))
  const known = [own, ...closedIn(window, runs)]
  return [
    {
      ...endedSource(all([...known, isLast]), all(known)),
      from: sql`${rows} cross join lateral (${run} offset 0) s`,
      all: sql`
        finding_gone g
        join ${rows} on g.tenant_id = ${tx.tenantId} and v.provider_id = g.provider_id and v.id = g.id
       cross join lateral (${run} offset 0) s`,
    },
  ]
}

/** What is seen in a window was made before its end: an index passes over later ids without a look at the rows. */
const madeBefore = ({ until }: Window): Sql[] =>
  until === undefined ? [] : [sql`v.id < ${firstId(Date.parse(until) + 1)}::uuid`]

/** Versions in units of which something could not be read in the window, or that were seen outside of theirs. */
function staleRows(tx: Tx, scope: Scope, window: Window): Sql {
  const inScope = (alias: string): Sql => ofScope(tx, scope, alias)
  return sql`(
    (v.provider_id, v.unit) in (
      select u.provider_id, u.unit
        from scan_units u
       where ${inScope('u')} and u.state = 'done' and u.gaps > 0 and ${inWindow('u', window)})
    or (v.provider_id, v.ukey) in (
      select o.provider_id, o.ukey
        from scan_observations o
       where ${inScope('o')} and ${inWindow('o', window)}))`
}

/** What is known of the runs of units in a window, so that nothing is looked for that cannot be. */
interface Runs {
  /** There are versions that their units alone do not tell of. */
  readonly stale: boolean
  /** Some unit ran more than once: a version may have ended in between. */
  readonly repeated: boolean
  /** Some unit did not run as late as another: a finding may have moved from one to the other. */
  readonly uneven: boolean
  /** JSON: of each provider the newest scan that ran a unit. */
  readonly newest: string
  /** Whatever has ended until this was asked, ended before; what ends later makes it be asked anew. */
  readonly tomorrow: string
}

async function runsOf(tx: Tx, scope: Scope, window: Window): Promise<Runs> {
  const inScope = (alias: string): Sql => ofScope(tx, scope, alias)
  const statement = sql`
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
             group by r.provider_id) t`
  return tx.single<Runs>(statement)
}

const ofScope = (tx: Tx, scope: Scope, alias: string): Sql => sql`
  ${raw(alias)}.tenant_id = ${tx.tenantId} and ${within(scope, raw(`${alias}.provider_id`))}`

interface Updates {
  readonly window: Window
  /** RFC 3339. */
  readonly from: string
  /** Of versions `v`: a mute or a decision since then. */
  readonly changed: Sql
}

/**
 * What was updated since `from`: what was seen since then, and what was seen before and changed since by a mute or a decision.
 */
export async function viewOfUpdates(
  tx: Tx,
  scope: Scope,
  {
    window,
    from,
    changed,
  }: { readonly window: Window; readonly from: string; readonly changed: Sql },
): Promise<View> {
  const since = window.from !== undefined && window.from > from ? window.from : from
  const view = await viewOfWindow(tx, scope, { ...window, from: since })
  const before = await changedBefore(tx, scope, { window, from, changed })
  return {
    ...view,
    sources: [...view.sources, ...before],
    ...(view.open && { open: { ...view.open, ended: [...view.open.ended, ...before] } }),
  }
}

/** So many are named one by one; more are looked for with every page. */
const mostNamed = 1_000

interface Observed {
  readonly id: string
  readonly scan_id: string
  readonly recorded_at: string
  readonly seq: number
}

/** What the window shows of versions that a mute or a decision changed since `from`, and no scan saw since. */
async function changedBefore(
  tx: Tx,
  scope: Scope,
  { window, from, changed }: Updates,
): Promise<readonly Source[]> {
  const { tenantId } = tx
  // Few were changed: a look at the observations of each, and not at the runs of all units.
  const seen = (ended: boolean): Sql => sql`
    cross join lateral (${observationOf(tenantId, raw('v'), { window, ended })}) s`
  const sources = windowView(tx, scope, window).sources.map((source) => {
    const ended = source.isEnded === true
    const { from: rows } = ended ? endedSource(raw('true')) : liveSource(raw('true'))
    return {
      ...source,
      from: sql`${rows} ${seen(ended)}`,
      where: sql`${source.where} and ${changed} and s.recorded_at < ${from}::timestamptz`,
    }
  })
  const parts = sources.map(
    (source) => sql`
      (select v.id, s.scan_id, s.recorded_at, s.seq
         from ${source.from}
        where ${source.where}
        limit ${mostNamed + 1})`,
  )
  const found = await tx.rows<Observed>(sql`${plannedForValues}${join(parts, ' union all ')}`)
  if (found.length === 0) return []
  if (found.length > mostNamed) return sources
  const own = sql`v.tenant_id = ${tenantId}`
  const named = rowTable(found, 's', 'id uuid, scan_id uuid, recorded_at timestamptz, seq int')
  return [liveSource(own), endedSource(own)].map((source) => ({
    ...source,
    from: sql`${named} join ${source.from} on v.id = s.id`,
  }))
}

/** The plan with a plain join for observations, where the newest run of its unit is that of each live row. */
export async function consistent(tx: Tx, plan: Plan): Promise<Plan> {
  const { view, scope } = plan
  if (!view.live || !(await areConsistent(tx, scope, {}))) return plan
  const observation = sql`
    join unit_heads s on s.tenant_id = ${tx.tenantId} and s.provider_id = v.provider_id and s.unit = v.unit`
  const where = [...plan.where, ...(isAboutDeltas(plan) ? [await madeLately(tx, scope)] : [])]
  return { ...plan, where, view: { ...view, observation } }
}

const isAboutDeltas = ({ filters }: Pick<Plan, 'filters'>): boolean =>
  filters.some(({ name }) => name === 'delta')

/** What is new or changed was made by the newest run of its unit, so its id is later than the first of these. */
async function madeLately(tx: Tx, scope: Scope): Promise<Sql> {
  const statement = sql`
    select min(n.inserted_at) as since
      from (select distinct h.scan_id from unit_heads h where ${ofScope(tx, scope, 'h')}) h
      join scans n on n.tenant_id = ${tx.tenantId} and n.id = h.scan_id`
  const { since } = await tx.single<{ since: string | null }>(statement)
  return since ? sql`v.id >= ${firstId(Date.parse(since))}::uuid` : raw('true')
}

/** Whether a version ended after the newest run of its unit in the window. */
async function endsAfter(tx: Tx, scope: Scope, window: Window): Promise<boolean> {
  const statement = sql`
    ${plannedForValues}select exists (
      select from ${heads(tx.tenantId, window)} h
       where ${within(scope, raw('h.provider_id'))}
         and exists (
           select from finding_history v
            where v.tenant_id = ${tx.tenantId} and v.provider_id = h.provider_id and v.unit = h.unit
              and v.seq_to > h.seq)) as later`
  return (await tx.single<{ later: boolean }>(statement)).later
}

/** Whether all that is live was last seen by the newest run of its unit, and no period ends before one. */
async function areConsistent(tx: Tx, scope: Scope, { until }: Window): Promise<boolean> {
  const { tenantId } = tx
  const inScope = (alias: string): Sql => ofScope(tx, scope, alias)
  const later = sql`
    exists (select from unit_heads h where ${inScope('h')} and h.recorded_at >= ${until ?? 'infinity'}::timestamptz)`
  const statement = sql`
    ${plannedForValues}select not ${later}
       and not exists (${staleUnits(tenantId, inScope)})
       and not exists (
         select from findings v
           left join unit_heads h on h.tenant_id = ${tenantId} and h.provider_id = v.provider_id and h.unit = v.unit
          where ${inScope('v')} and v.observed_seq is not null and v.observed_seq > coalesce(h.seq, 0)) as follows`
  return (await tx.single<{ follows: boolean }>(statement)).follows
}
