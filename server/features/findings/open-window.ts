/**
 * A period that reaches up to now, while every live row follows its unit: the newest run of a unit is then
 * the newest sighting of its live rows, so that they are read in the order of their indexes and counted by
 * the rollups of the units that have run. Any other period is looked through row by row.
 */
import { all, raw, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { type Scope, within } from '../resources/index.ts'
import type { Plan } from './plan.ts'
import { remembered } from './remembered.ts'
import { inWindow, unsettled, type Window } from './sightings.ts'
import { liveSource, type Source, uncounted, type View, windowView } from './view.ts'

/** What a period shows, in the quickest way that shows it. */
export async function viewOfWindow(tx: Tx, scope: Scope, window: Window): Promise<View> {
  const view = windowView(tx, scope, window)
  if (!(await followsUnits(tx, scope, window))) return view
  const [, ended] = view.sources
  if (!ended) return view
  const { tenantId } = tx
  const own = sql`v.tenant_id = ${tenantId} and ${within(scope, sql`v.provider_id`)}`
  const ran = sql`
    h.tenant_id = ${tenantId} and h.provider_id = v.provider_id and h.unit = v.unit and ${inWindow('h', window)}`
  const run = sql`select h.scan_id, h.recorded_at, h.seq from unit_heads h where ${ran}`
  const live = (condition: Sql): Source => ({
    ...liveSource(sql`${own} and ${condition}`),
    // A look per row keeps the order of the index: a page ends after its rows.
    from: sql`findings v cross join lateral (${run} offset 0) s`,
    all: sql`findings v join lateral (${run}) s on true`,
  })
  // Of a finding that is live a later version was seen. Asked of s, so that it is asked of few rows, and
  // with `offset 0`, because a planner that joins here takes nothing to be left.
  const isLive = sql`
    exists (
      select from findings f
       where f.tenant_id = ${tenantId} and f.provider_id = v.provider_id and f.ukey = v.ukey
         and f.seq_from > s.seq
      offset 0)`
  const closed = window.from === undefined ? [] : [sql`v.closed_at >= ${window.from}::timestamptz`]
  const over = { ...ended, where: all([sql`not ${isLive}`, ...closed, ended.where]) }
  return {
    ...view,
    sources: [
      live(raw('v.gone_at is null')),
      live(sql`v.gone_at is not null and ${uncounted('v')}`),
      over,
    ],
    open: { ran, ended: over },
  }
}

/** The plan with a plain join for sightings, where the newest run of its unit is that of each live row. */
export async function settled(tx: Tx, plan: Plan): Promise<Plan> {
  const { view, scope } = plan
  if (!view.live || !(await followsUnits(tx, scope, {}))) return plan
  const sighted = sql`
    join unit_heads s on s.tenant_id = ${tx.tenantId} and s.provider_id = v.provider_id and s.unit = v.unit`
  return { ...plan, view: { ...view, sighted, settled: true } }
}

/** Whether all that is live was last seen by the newest run of its unit, and no period ends before one. */
async function followsUnits(tx: Tx, scope: Scope, { until }: Window): Promise<boolean> {
  const { tenantId } = tx
  const inScope = (alias: string): Sql =>
    sql`${raw(alias)}.tenant_id = ${tenantId} and ${within(scope, raw(`${alias}.provider_id`))}`
  const later = sql`
    exists (select from unit_heads h where ${inScope('h')} and h.recorded_at >= ${until ?? 'infinity'}::timestamptz)`
  const statement = sql`
    select not ${later}
       and not exists (${unsettled(tenantId, inScope)})
       and not exists (
         select from findings v
           left join unit_heads h on h.tenant_id = ${tenantId} and h.provider_id = v.provider_id and h.unit = v.unit
          where ${inScope('v')} and v.observed_seq is not null and v.observed_seq > coalesce(h.seq, 0)) as follows`
  const [row] = await remembered<{ follows: boolean }>(tx, scope, statement)
  return row?.follows === true
}
