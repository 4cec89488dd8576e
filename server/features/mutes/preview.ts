/** What a mutelist would do, before it is written: every live finding that the caller sees is held against it. */
import { raw, rowTable, sql, type Tx } from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import {
  listed,
  matches,
  type Mutable,
  mutedByMutelist,
  type MutelistEntry,
  statusCodes,
  triageCodes,
} from '../findings/index.ts'
import { entriesOf, type Mutelist } from './mutelist.ts'
import { inForce } from './store.ts'

/** Findings that one preview looks at; a list over more is told as far as it was looked at. */
const mostLooked = 50_000
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

interface Candidate extends Omit<Mutable, 'account'> {
  readonly id: string
  readonly provider_id: string
  readonly fails: boolean
  readonly muted: boolean
  /** The mutelist hides it now. */
  readonly was_listed: boolean
  /** A rule or a decision would hide it all the same. */
  readonly otherwise: boolean
}

interface Concerned {
  readonly provider_id: string
  readonly account: string
  readonly entries: readonly MutelistEntry[]
}

export async function previewMutelist(
  tx: Tx,
  caller: Caller,
  list: Mutelist,
): Promise<ListPreview> {
  const accounts = await tx.rows<{ provider_id: string; account: string }>(sql`
    select p.id as provider_id, p.uid as account
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and ${visible(caller, sql`p.id`)}
     order by p.id`)
  const concerned = accounts.map(
    ({ provider_id, account }): Concerned => ({
      provider_id,
      account,
      entries: entriesOf(list, (pattern) => matches(pattern, account)),
    }),
  )
  const rows = await candidates(tx, concerned)
  const looked = rows.slice(0, mostLooked)
  const byProvider = new Map(concerned.map((one) => [one.provider_id, one]))
  const hidden = new Set(
    looked.filter((row) => {
      const { account = '', entries = [] } = byProvider.get(row.provider_id) ?? {}
      return entries.some((entry) => listed(entry, { ...row, account }))
    }),
  )
  const fresh = [...hidden].filter(({ muted }) => !muted)
  const shown = looked.filter((row) => row.was_listed && !row.otherwise && !hidden.has(row))
  return {
    complete: rows.length <= mostLooked,
    matched: hidden.size,
    newly_muted: fresh.length,
    newly_muted_failing: fresh.filter(({ fails }) => fails).length,
    no_longer_muted: shown.length,
    findings: fresh.slice(0, mostNamed).map(({ id }) => id),
  }
}

/** `*` stands for any text, as in the lists themselves; all else for itself. */
const like = (pattern: string): string => pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')

/** Live findings of the checks that entries name, and what the list hides now, one more than are looked at. */
function candidates(tx: Tx, concerned: readonly Concerned[]): Promise<Candidate[]> {
  const named = concerned.flatMap(({ provider_id, entries }) =>
    [...new Set(entries.map(({ check }) => like(check)))].map((pattern) => ({
      provider_id,
      pattern,
    })),
  )
  const providers = concerned.map(({ provider_id }) => ({ provider_id }))
  const decided = [triageCodes.risk_accepted, triageCodes.false_positive].join(', ')
  return tx.rows<Candidate>(sql`
    with named as (select * from ${rowTable(named, 'n', 'provider_id uuid, pattern text')})
    select f.id, f.provider_id, f.uid, f.check_id, f.region, f.status = ${statusCodes.FAIL} as fails, f.muted,
           l.was_listed, coalesce(r.uid, '') as resource_uid, coalesce(r.name, '') as resource_name,
           array(select t.key || '=' || t.value
                   from resource_tags t
                  where t.tenant_id = ${tx.tenantId} and t.resource_id = f.resource_id) as tags,
           coalesce(f.triage in (${raw(decided)}), false) or exists (
             select from mute_rule_findings m
               join mute_rules r on r.tenant_id = m.tenant_id and r.id = m.rule_id and ${inForce}
              where m.tenant_id = ${tx.tenantId} and m.provider_id = f.provider_id and m.ukey = f.ukey) as otherwise
      from ${rowTable(providers, 'p', 'provider_id uuid')}
      join findings f
        on f.tenant_id = ${tx.tenantId} and f.provider_id = p.provider_id and f.gone_at is null
     cross join lateral (
       select coalesce(f.muted and f.mute_rule_id is null and f.muted_reason = ${mutedByMutelist}, false) as was_listed) l
      left join resources r on r.tenant_id = ${tx.tenantId} and r.id = f.resource_id
     where l.was_listed
        or exists (select from named n where n.provider_id = f.provider_id and f.check_id like n.pattern)
     limit ${mostLooked + 1}`)
}
