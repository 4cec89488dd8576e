import { idArray, type Tx, sql } from '../../platform/db/index.ts'
import type { MuteRule, Mutes } from '../recording/index.ts'
import { judgeOf } from './lists.ts'

/**
 * The rules that may be about findings of a provider with these keys: the mutelist as far as it is about
 * the account, and the enabled rules that name one of them, the oldest first.
 */
export async function mutesOf(tx: Tx, providerId: string, keys: readonly string[]): Promise<Mutes> {
  const [list, named] = await Promise.all([
    tx.maybe<{ list: string; account: string }>(sql`
      select l.configuration::text as list, p.uid as account
        from processors l
        join providers p on p.tenant_id = l.tenant_id and p.id = ${providerId}
       where l.tenant_id = ${tx.tenantId} and l.processor_type = 'mutelist'`),
    tx.rows<Omit<MuteRule, 'uids'> & { uid: string }>(sql`
      select r.id, r.reason, r.expires_at, f.uid
        from mute_rule_findings f
        join mute_rules r on r.tenant_id = f.tenant_id and r.id = f.rule_id and r.enabled
       where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId}
         and f.finding_key = any(${idArray(keys)})
       order by r.inserted_at, r.id`),
  ])
  const rules = new Map<string, MuteRule & { uids: Set<string> }>()
  for (const { uid, ...rule } of named) {
    const known = rules.get(rule.id) ?? { ...rule, uids: new Set<string>() }
    known.uids.add(uid)
    rules.set(rule.id, known)
  }
  return { mutelist: list ? await judgeOf(tx.tenantId, list) : null, rules: [...rules.values()] }
}
