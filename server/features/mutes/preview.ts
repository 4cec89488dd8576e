/**
 * What a mutelist would do, before it is written: live findings that the caller sees are matched with it, some thousand
 * at a time, so that neither the database nor this process is busy with one preview alone.
 */
import { keyTable, raw, sql, type Tx } from '../../platform/db/index.ts'
import type { InCaller } from '../../platform/http/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import type { Owner } from '../../platform/threads/index.ts'
import { allKeys, maxRows, type Mutable, mutedByMutelist } from '../recording/index.ts'
import { statusCodes, triageCodes } from '../versions/index.ts'
import { checksOf, judgement, judgeOf } from './lists.ts'
import type { EntryName } from './matching.ts'
import type { Mutelist } from './mutelist.ts'
import { inForce } from './store.ts'

/** Findings that one preview looks at; for a larger set, the preview reports this sample. */
const mostLooked = 50_000
/** Findings and entries that a preview names. */
export const mostNamed = 100

export interface ListPreview {
  /** Every finding that the list may be about was looked at. */
  readonly complete: boolean
  readonly matched: number
  readonly newly_muted: number
  readonly newly_muted_failing: number
  readonly no_longer_muted: number
  readonly findings: readonly string[]
  /** Entries of the list that hide no live finding, the first hundred; null if not every finding was looked at. */
  readonly unmatched_entries: readonly EntryName[] | null
  readonly unmatched_count: number | null
}

interface Candidate extends Mutable {
  readonly id: string
  readonly finding_key: string
  readonly fails: boolean
  readonly muted: boolean
  /** The mutelist hides it now. */
  readonly was_listed: boolean
  /** A rule or a decision would hide it all the same. */
  readonly otherwise: boolean
}

/**
 * Reads in short transactions and matches between them, so that a slow list keeps no transaction open. Throws 400
 * `mutelist_too_slow` when the list's patterns take too long.
 */
export async function previewMutelist(
  inCaller: InCaller,
  owner: Owner,
  list: Mutelist,
): Promise<ListPreview> {
  const time = judgement()
  const text = JSON.stringify(list)
  const counts = { matched: 0, newly_muted: 0, newly_muted_failing: 0, no_longer_muted: 0 }
  const findings: string[] = []
  const matched = new Set<string>()
  const onEntries = (entries: readonly EntryName[]): void => {
    for (const entry of entries) matched.add(keyOf(entry))
  }
  let remaining = mostLooked
  for (const { provider_id, account } of await inCaller(accountsOf)) {
    const about = { list: text, account }
    const judge = await judgeOf(owner, about, { time, by: 'asked', onEntries })
    const known = judge ? await inCaller((tx) => checksIn(tx, provider_id)) : []
    const checks = judge ? await checksOf(owner, about, known) : []
    for (let after: string | undefined = allKeys.from; after !== undefined; ) {
      const from: string = after
      const most = Math.min(maxRows, remaining + 1)
      const rows = await inCaller((tx) => candidates(tx, { provider_id, checks }, { from, most }))
      if (rows.length > remaining) {
        const unknown = { unmatched_entries: null, unmatched_count: null }
        return { complete: false, ...counts, findings, ...unknown }
      }
      remaining -= rows.length
      const hidden = (await judge?.(rows)) ?? []
      for (const [at, row] of rows.entries()) {
        if (!hidden[at]) {
          if (row.was_listed && !row.otherwise) counts.no_longer_muted += 1
          continue
        }
        counts.matched += 1
        if (row.muted) continue
        counts.newly_muted += 1
        if (row.fails) counts.newly_muted_failing += 1
        if (findings.length < mostNamed) findings.push(row.id)
      }
      after = rows.length < maxRows ? undefined : rows.at(-1)?.finding_key
    }
  }
  const unmatched = entriesOf(list).filter((entry) => !matched.has(keyOf(entry)))
  return {
    complete: true,
    ...counts,
    findings,
    unmatched_entries: unmatched.slice(0, mostNamed),
    unmatched_count: unmatched.length,
  }
}

const keyOf = ({ account, check }: EntryName): string => JSON.stringify([account, check])

const entriesOf = ({ Mutelist: { Accounts } }: Mutelist): EntryName[] =>
  Object.entries(Accounts).flatMap(([account, { Checks }]) =>
    Object.keys(Checks).map((check) => ({ account, check })),
  )

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
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.removed_at is null`)
  return rows.map(({ check_id }) => check_id)
}

/** Live findings of the checks, and what the list hides now, in the order of their keys behind `from`. */
function candidates(
  tx: Tx,
  { provider_id, checks }: { readonly provider_id: string; readonly checks: readonly string[] },
  { from, most }: { readonly from: string; readonly most: number },
): Promise<Candidate[]> {
  const decided = [triageCodes.risk_accepted, triageCodes.false_positive].join(', ')
  return tx.rows<Candidate>(sql`
    select f.id, f.finding_key, f.check_id, f.region, f.status = ${statusCodes.FAIL} as fails, f.muted,
           l.was_listed, coalesce(r.uid, '') as resource_uid, coalesce(r.name, '') as resource_name,
           array(select t.key || '=' || t.value
                   from resource_tags t
                  where t.tenant_id = ${tx.tenantId} and t.resource_id = f.resource_id) as tags,
           coalesce(f.triage in (${raw(decided)}), false) or exists (
             select from mute_rule_findings m
               join mute_rules r on r.tenant_id = m.tenant_id and r.id = m.rule_id and ${inForce}
              where m.tenant_id = ${tx.tenantId} and m.provider_id = f.provider_id and m.finding_key = f.finding_key) as otherwise
      from findings f
     cross join lateral (
       select coalesce(f.muted and f.mute_rule_id is null and f.muted_reason = ${mutedByMutelist}, false) as was_listed) l
      left join resources r on r.tenant_id = ${tx.tenantId} and r.id = f.resource_id
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${provider_id} and f.removed_at is null
       and f.finding_key > ${from}::uuid
       and (l.was_listed or f.check_id in (select k.key from ${keyTable(checks)}))
     order by f.finding_key
     limit ${most}`)
}
