/**
 * What a mutelist would do, before it is written: live findings that the caller sees are held against it,
 * some thousand at a time, so that neither the database nor this process is busy with one preview alone.
 */
import { raw, rowTable, sql, type Tx } from '../../platform/db/index.ts'
import type { InCaller } from '../../platform/http/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { type Judge, type Mutable, mutedByMutelist } from '../findings/index.ts'
import { statusCodes, triageCodes } from '../observations/index.ts'
import { checksOf, judgement, judgeOf } from './lists.ts'
import type { Mutelist } from './mutelist.ts'
import { inForce } from './store.ts'

/** Findings that one preview looks at; a list over more is told as far as it was looked at. */
const mostLooked = 50_000
/** Findings that are read and judged together. */
const batch = 2_000
/** Findings that a preview names. */
export const mostNamed = 100

export interface ListPreview {
  /** Every finding that the list may be about was looked at. */
  readonly complete: boolean
  readonly matched: number
  readonly newly_muted: number
  readonly newly_muted_failing: number
  readonly no_longer_muted: number
  readonly findings: readonly string[]
}

interface Candidate extends Mutable {
  readonly id: string
  readonly ukey: string
  readonly fails: boolean
  readonly muted: boolean
  /** The mutelist hides it now. */
  readonly was_listed: boolean
  /** A rule or a decision would hide it all the same. */
  readonly otherwise: boolean
}

/** An account with the findings that the list may be about: those of these checks. */
interface Concerned {
  readonly provider_id: string
  readonly checks: readonly string[]
  /** Null: the list says nothing of the account. */
  readonly judge: Judge | null
}

/**
 * Reads in transactions of their own and judges between them: a slow list holds nothing of the database. Throws
 * 400 `mutelist_too_slow` when the list's patterns take too long.
 */
export async function previewMutelist(
  inCaller: InCaller,
  tenantId: string,
  list: Mutelist,
): Promise<ListPreview> {
  const time = judgement()
  const text = JSON.stringify(list)
  const told = { matched: 0, newly_muted: 0, newly_muted_failing: 0, no_longer_muted: 0 }
  const findings: string[] = []
  let left = mostLooked
  for (const { provider_id, account } of await inCaller(accountsOf)) {
    const about = { list: text, account }
    const judge = await judgeOf(tenantId, about, { time, by: 'asked' })
    const known = judge ? await inCaller((tx) => checksIn(tx, provider_id)) : []
    const checks = judge ? await checksOf(tenantId, about, known) : []
    const concerned = { provider_id, checks, judge }
    for (let after: string | undefined = beforeAll; after !== undefined; ) {
      const from: string = after
      const most = Math.min(batch, left + 1)
      const rows: Candidate[] = await inCaller((tx) => candidates(tx, concerned, from, most))
      if (rows.length > left) return { complete: false, ...told, findings }
      left -= rows.length
      const hidden: readonly boolean[] = judge ? await judge(rows) : []
      for (const [at, row] of rows.entries()) {
        if (!hidden[at]) {
          if (row.was_listed && !row.otherwise) told.no_longer_muted += 1
          continue
        }
        told.matched += 1
        if (row.muted) continue
        told.newly_muted += 1
        if (row.fails) told.newly_muted_failing += 1
        if (findings.length < mostNamed) findings.push(row.id)
      }
      after = rows.length < batch ? undefined : rows.at(-1)?.ukey
    }
  }
  return { complete: true, ...told, findings }
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

const accountsOf = (tx: Tx, caller: Caller): Promise<{ provider_id: string; account: string }[]> =>
  tx.rows(sql`
    select p.id as provider_id, p.uid as account
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and ${visible(caller, sql`p.id`)}
     order by p.id`)

/** The checks of live findings. */
async function checksIn(tx: Tx, providerId: string): Promise<string[]> {
  const rows = await tx.rows<{ check_id: string }>(sql`
    select distinct f.check_id
      from findings f
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.gone_at is null`)
  return rows.map(({ check_id }) => check_id)
}

/** Live findings of the checks, and what the list hides now, in the order of their keys behind `after`. */
function candidates(
  tx: Tx,
  { provider_id, checks }: Concerned,
  after: string,
  most: number,
): Promise<Candidate[]> {
  const decided = [triageCodes.risk_accepted, triageCodes.false_positive].join(', ')
  const named = checks.map((check_id) => ({ check_id }))
  return tx.rows<Candidate>(sql`
    with named as (select * from ${rowTable(named, 'n', 'check_id text')})
    select f.id, f.ukey, f.check_id, f.region, f.status = ${statusCodes.FAIL} as fails, f.muted,
           l.was_listed, coalesce(r.uid, '') as resource_uid, coalesce(r.name, '') as resource_name,
           array(select t.key || '=' || t.value
                   from resource_tags t
                  where t.tenant_id = ${tx.tenantId} and t.resource_id = f.resource_id) as tags,
           coalesce(f.triage in (${raw(decided)}), false) or exists (
             select from mute_rule_findings m
               join mute_rules r on r.tenant_id = m.tenant_id and r.id = m.rule_id and ${inForce}
              where m.tenant_id = ${tx.tenantId} and m.provider_id = f.provider_id and m.ukey = f.ukey) as otherwise
      from findings f
     cross join lateral (
       select coalesce(f.muted and f.mute_rule_id is null and f.muted_reason = ${mutedByMutelist}, false) as was_listed) l
      left join resources r on r.tenant_id = ${tx.tenantId} and r.id = f.resource_id
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${provider_id} and f.gone_at is null
       and f.ukey > ${after}::uuid
       and (l.was_listed or f.check_id in (select n.check_id from named n))
     order by f.ukey
     limit ${most}`)
}
