/** What a condition matches in a tenant, within the visibility of its author. */
import { sql, type Tx, type Sql, idArray, raw } from '../../platform/db/index.ts'
import type { Viewer } from '../../platform/tenancy/index.ts'
import type { DigestCondition } from '../../targets/digest.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { matching } from '../findings/index.ts'
import { type FindingKey, deltaCodes, triageCodes, statusCodes } from '../versions/index.ts'
import type { StoredSection } from '../integrations/index.ts'
import { type AnyFilter, scopeOf, within } from '../providers/index.ts'
import {
  type Condition,
  holds,
  type Leaf,
  leafHolds,
  leavesOf,
  type PlacedLeaf,
} from './condition.ts'

/** Findings that a message names for each question, and accounts. */
export const mostNamed = 10

export interface Asked {
  readonly viewer: Viewer
  readonly catalog: CheckCatalog
  readonly condition: Condition
  /** Of which scans something is new, or reopened. */
  readonly scanIds: readonly string[]
  /** The one account that is looked at; null: all. */
  readonly providerId: string | null
}

export interface Answered extends PlacedLeaf {
  /** Findings, or accounts. */
  readonly count: number
  readonly holds: boolean
  readonly findings: readonly FindingKey[]
  readonly providers: readonly string[]
}

export interface Evaluation {
  readonly fires: boolean
  /** In the order of the condition. */
  readonly answers: readonly Answered[]
}

export async function evaluate(tx: Tx, asked: Asked): Promise<Evaluation> {
  const answers: Answered[] = []
  for (const placed of leavesOf(asked.condition)) {
    const found = await foundFor(tx, asked, placed.leaf)
    answers.push({ ...placed, ...found, holds: leafHolds(placed.leaf, found.count) })
  }
  const isTrue = new Map(answers.map((answer) => [answer.leaf, answer.holds]))
  return { fires: holds(asked.condition, (leaf) => isTrue.get(leaf) === true), answers }
}

/** Live findings `v` that one of these scans found new, or saw fail again that had passed. */
const foundBy = (scanIds: readonly string[], how: 'new' | 'reopened'): Sql => sql`
  (v.scan_id = any(${idArray(scanIds)}) and ${
    how === 'new' ? sql`v.delta = ${deltaCodes.new}` : sql`v.triage = ${triageCodes.reopened}`
  })`

/**
 * Live findings `v` that are hidden or pass by a decision which ends within so many days: an attestation, or a mute
 * rule.
 */
const endingWithin = (tx: Tx, days: number): Sql => {
  const soon = (column: string): Sql =>
    sql`${raw(column)} > now() and ${raw(column)} <= now() + make_interval(days => ${days})`
  return sql`
    ((v.status <> ${statusCodes.FAIL} and ${soon('v.status_until')})
     or (v.status = ${statusCodes.FAIL} and v.muted and v.mute_rule_id in (
          select m.id
            from mute_rules m
           where m.tenant_id = ${tx.tenantId} and m.enabled and ${soon('m.expires_at')})))`
}

type Found = Pick<Answered, 'count' | 'findings' | 'providers'>

async function foundFor(tx: Tx, asked: Asked, leaf: Leaf): Promise<Found> {
  const filters = filtersOf(leaf)
  const own: AnyFilter[] =
    asked.providerId === null
      ? filters
      : [...filters, { name: 'provider_id', op: 'eq', value: asked.providerId }]
  if (leaf.op === 'connection_lost') return lostConnections(tx, asked.viewer, own)
  if (leaf.op === 'expiring') return matched(tx, asked, own, endingWithin(tx, leaf.days))
  const failing: AnyFilter[] = [
    ...own,
    { name: 'status', op: 'eq', value: 'FAIL' },
    { name: 'muted', op: 'eq', value: false },
  ]
  if (leaf.op === 'new' || leaf.op === 'reopened')
    return matched(tx, asked, failing, foundBy(asked.scanIds, leaf.op))
  return matched(tx, asked, failing)
}

const filtersOf = ({ filter = {} }: Leaf): AnyFilter[] =>
  Object.entries(filter).map(([name, value]) => ({ name, op: 'in', value }))

async function matched(
  tx: Tx,
  { viewer, catalog }: Asked,
  filters: readonly AnyFilter[],
  also?: Parameters<typeof matching>[3]['also'],
): Promise<Found> {
  const { count, keys } = await matching(tx, viewer, catalog, {
    filters,
    most: mostNamed,
    ...(also && { also }),
  })
  return { count, findings: keys, providers: [] }
}

async function lostConnections(
  tx: Tx,
  viewer: Viewer,
  filters: readonly AnyFilter[],
): Promise<Found> {
  const scope = await scopeOf(tx, viewer, filters)
  if (scope.ids.length === 0) return { count: 0, findings: [], providers: [] }
  const rows = await tx.rows<{ id: string }>(sql`
    select p.id
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and not p.connected and ${within(scope, sql`p.id`)}
     order by p.connection_last_checked_at desc, p.id`)
  const providers = rows.slice(0, mostNamed).map(({ id }) => id)
  return { count: rows.length, findings: [], providers }
}

const conditionOf = ({ op }: Leaf): DigestCondition =>
  op === 'new' || op === 'reopened' || op === 'expiring' || op === 'connection_lost'
    ? op
    : 'matched'

/** The reasons for a message: what each question found that was answered by yes. */
export const sectionsOf = ({ answers }: Evaluation): readonly StoredSection[] =>
  answers
    .filter((answer) => answer.isReason && answer.holds)
    .map(({ leaf, count, findings, providers }) => ({
      condition: conditionOf(leaf),
      total: count,
      findings: findings.map(({ provider_id, finding_key }) => ({ provider_id, finding_key })),
      providers,
    }))
