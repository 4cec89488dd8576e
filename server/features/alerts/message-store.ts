/** Messages of rules, one for each window, and the scans that they are about. */
import { sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { StoredDigest } from '../integrations/index.ts'
import { texts } from './rule-store.ts'

/** Messages are kept so long, to be looked up and to be sent once. */
const keptDays = 90

/** False: this window of the rule has its message already. */
export async function add(
  tx: Tx,
  message: {
    readonly ruleId: string
    readonly windowKey: string
    readonly digest: StoredDigest
    readonly emails: readonly string[]
  },
): Promise<boolean> {
  const { ruleId, windowKey, digest, emails } = message
  const made = await tx.run(sql`
    insert into alert_messages (tenant_id, id, rule_id, window_key, digest, unsent)
    values (${tx.tenantId}, ${newId()}, ${ruleId}, ${windowKey}, ${JSON.stringify(digest)}::jsonb, ${texts(emails)})
        on conflict (tenant_id, rule_id, window_key) do nothing`)
  return made === 1
}

export const deleteOld = (tx: Tx, ruleId: string): Promise<number> =>
  tx.run(sql`
    delete from alert_messages
     where tenant_id = ${tx.tenantId} and rule_id = ${ruleId}
       and inserted_at < now() - make_interval(days => ${keptDays})`)

export interface Message {
  readonly id: string
  readonly rule_id: string
  readonly digest: StoredDigest
  readonly unsent: readonly string[]
  /** This was the last attempt. */
  readonly is_last: boolean
}

/** Undefined if all of it is sent, or another worker has locked it. */
export const locked = (tx: Tx, id: string): Promise<Message | undefined> =>
  tx.maybe<Message>(sql`
    select m.id, m.rule_id, m.digest, m.unsent, m.inserted_at < now() - interval '24 hours' as is_last
      from alert_messages m
     where m.tenant_id = ${tx.tenantId} and m.id = ${id} and m.unsent <> '{}' and m.due_at <= now()
       for update skip locked`)

export const sent = (
  tx: Tx,
  id: string,
  { queued, dropped, unsent }: { queued: number; dropped: number; unsent: readonly string[] },
): Promise<number> =>
  tx.run(sql`
    update alert_messages
       set sent = sent + ${queued}, dropped = dropped + ${dropped}, unsent = ${texts(unsent)},
           due_at = now() + interval '5 minutes'
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/** The content of a message, in any state. */
export const kept = (
  tx: Tx,
  id: string,
): Promise<Pick<Message, 'rule_id' | 'digest'> | undefined> =>
  tx.maybe<Pick<Message, 'rule_id' | 'digest'>>(sql`
    select m.rule_id, m.digest
      from alert_messages m
     where m.tenant_id = ${tx.tenantId} and m.id = ${id}`)

/** Renders a queued mail again, because its author sees other findings now. */
export const unsent = (tx: Tx, id: string, email: string): Promise<number> =>
  tx.run(sql`
    update alert_messages
       set sent = sent - 1, unsent = unsent || ${email}::text, due_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id} and ${email} <> all(unsent)`)

/** A mail that was queued did not arrive. */
export const lost = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    update alert_messages
       set sent = sent - 1, dropped = dropped + 1
     where tenant_id = ${tx.tenantId} and id = ${id}`)

export interface SeenScan {
  readonly provider_id: string
  readonly started_at: string
  readonly completed_at: string
}

export const scanOf = (tx: Tx, id: string): Promise<SeenScan | undefined> =>
  tx.maybe<SeenScan>(sql`
    select s.provider_id, coalesce(s.started_at, s.inserted_at) as started_at, s.completed_at
      from scans s
     where s.tenant_id = ${tx.tenantId} and s.id = ${id} and s.state = 'completed'`)

/** Scans that ended after one moment and up to another. */
export const scansBetween = async (
  tx: Tx,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<readonly string[]> => {
  const rows = await tx.rows<{ id: string }>(sql`
    select s.id
      from scans s
     where s.tenant_id = ${tx.tenantId} and s.state = 'completed'
       and s.completed_at > ${from}::timestamptz and s.completed_at <= ${until}::timestamptz`)
  return rows.map(({ id }) => id)
}

/** The clock of the database, so many seconds ago. */
export const momentAgo = async (tx: Tx, seconds: number): Promise<string> =>
  (await tx.single<{ at: string }>(sql`select now() - make_interval(secs => ${seconds}) as at`)).at
