/** How many live findings match, and which are the most severe, for work that continues without its caller. */
import {
  all,
  empty,
  raw,
  type Sql,
  sql,
  type Tx,
  plannedForValues,
} from '../../platform/db/index.ts'
import type { Viewer } from '../../platform/tenancy/index.ts'
import { type FindingKey, type NamedFinding } from '../versions/index.ts'
import { type AnyFilter, scopeOf } from '../providers/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { countOf } from './count.ts'
import { type Plan, planOf } from './plan.ts'
import { allOf, type Rows } from './sources/rows.ts'
import { observationsOf } from './sources/source.ts'

interface Seeking {
  readonly filters: readonly AnyFilter[]
  /** A condition on live findings `v`, in addition to the filters. */
  readonly also?: Sql
  /** How many are named. */
  readonly most: number
}

interface Matching {
  readonly count: number
  /** The most severe first. */
  readonly keys: readonly FindingKey[]
}

interface LivePlan {
  readonly plan: Plan
  readonly live: Rows
  /** The join of the observations, if a filter is about these. */
  readonly observation: Sql | undefined
}

/** Undefined if no account is in sight. */
async function livePlan(
  tx: Tx,
  viewer: Viewer,
  catalog: CheckCatalog,
  filters: readonly AnyFilter[],
): Promise<LivePlan | undefined> {
  const scope = await scopeOf(tx, viewer, filters)
  const plan = await planOf(tx, scope, catalog, { filters, latest: true })
  if (!plan) return undefined
  const { source, needsObservations } = plan
  if (source.kind !== 'live') throw new Error('A filter chooses a time.')
  const observation = needsObservations ? await observationsOf(source) : undefined
  return { plan, live: source.rows[0], observation }
}

export async function matching(
  tx: Tx,
  viewer: Viewer,
  catalog: CheckCatalog,
  { filters, also, most }: Seeking,
): Promise<Matching> {
  const found = await livePlan(tx, viewer, catalog, filters)
  if (!found) return { count: 0, keys: [] }
  const { plan, live, observation } = found
  const where = also ? [...plan.where, also] : plan.where
  const count = also
    ? (
        await tx.single<{ count: number }>(sql`
          ${plannedForValues}select count(*)::int as count from (${allOf([live], raw('1'), { observation, where })}) c`)
      ).count
    : await countOf(tx, plan)
  if (count === 0) return { count, keys: [] }
  const keys = await tx.rows<FindingKey>(sql`
    ${plannedForValues}select v.provider_id, v.finding_key
      from ${live.from} ${observation ?? empty}
     where ${all([live.where, ...where])}
     order by v.severity desc, v.id desc
     limit ${most}`)
  return { count, keys }
}

/** Live findings that match, in the order of their keys, behind one of them: a part of a walk over all of them. */
export async function matchingAfter(
  tx: Tx,
  viewer: Viewer,
  catalog: CheckCatalog,
  { filters, after, most }: Omit<Seeking, 'also'> & { readonly after: FindingKey | null },
): Promise<readonly NamedFinding[]> {
  const found = await livePlan(tx, viewer, catalog, filters)
  if (!found) return []
  const { plan, live, observation } = found
  const behind =
    after &&
    sql`(v.provider_id, v.finding_key) > (${after.provider_id}::uuid, ${after.finding_key}::uuid)`
  return tx.rows<NamedFinding>(sql`
    ${plannedForValues}select v.provider_id, v.finding_key, v.uid
      from ${live.from} ${observation ?? empty}
     where ${all([live.where, ...plan.where, ...(behind ? [behind] : [])])}
     order by v.provider_id, v.finding_key
     limit ${most}`)
}
