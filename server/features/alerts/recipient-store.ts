/** Rows of recipients. */
import { createHash, randomBytes } from 'node:crypto'
import type { Query } from '@plumbline/jsonapi'
import {
  columnsOf,
  contains,
  idArray,
  type Page,
  pageOf,
  scalar,
  sql,
  type SystemTx,
  type Tx,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { mailboxOf } from '../../platform/mail/index.ts'
import { type AlertRecipient, alertRecipients } from './resource.ts'
import { texts } from './rule-store.ts'

const fields = sql`
  r.id, r.email, r.status, r.confirmation_sent_at, r.inserted_at, r.updated_at`
const columns = columnsOf(alertRecipients, 'r', {
  search: ({ value }) => contains(value, sql`r.email`),
})

const confirmationDays = 7

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
export const newToken = (): string => randomBytes(32).toString('base64url')

export const page = (tx: Tx, query: Query<typeof alertRecipients>): Promise<Page<AlertRecipient>> =>
  pageOf(tx, query, columns, {
    select: fields,
    from: sql`alert_recipients r`,
    where: sql`r.tenant_id = ${tx.tenantId}`,
  })

export const byIds = (tx: Tx, ids: readonly string[]): Promise<AlertRecipient[]> =>
  tx.rows<AlertRecipient>(sql`
    select ${fields}
      from alert_recipients r
     where r.tenant_id = ${tx.tenantId} and r.id = any(${idArray(ids)})`)

export const byId = async (tx: Tx, id: string): Promise<AlertRecipient | undefined> =>
  (await byIds(tx, [id]))[0]

export const count = (tx: Tx): Promise<number> =>
  scalar<number>(
    tx,
    sql`select count(*)::int from alert_recipients where tenant_id = ${tx.tenantId}`,
  )

/** Adds the missing recipients in the name of the caller, and returns them. */
export async function add(
  tx: Tx,
  emails: readonly string[],
  askedBy: string,
): Promise<readonly AlertRecipient[]> {
  const made: AlertRecipient[] = []
  for (const email of emails) {
    const row = await tx.maybe<AlertRecipient>(sql`
      insert into alert_recipients as r (tenant_id, id, email, unsubscribe_token, asked_by, ask_at)
      values (${tx.tenantId}, ${newId()}, ${email}, ${newToken()}, ${askedBy}, now())
          on conflict (tenant_id, email) do nothing
      returning ${fields}`)
    if (row) made.push(row)
  }
  return made
}

export const byEmail = (tx: Tx, email: string): Promise<AlertRecipient | undefined> =>
  tx.maybe<AlertRecipient>(sql`
    select ${fields}
      from alert_recipients r
     where r.tenant_id = ${tx.tenantId} and r.email = ${email}
       for update`)

/** The recipient to ask, and the user who added it. */
export interface Waiting {
  readonly id: string
  readonly email: string
  readonly asked_by: string
}

/** Undefined if it was asked already, or another worker has claimed it. */
export const waiting = (tx: Tx, id: string): Promise<Waiting | undefined> =>
  tx.maybe<Waiting>(sql`
    select r.id, r.email, r.asked_by
      from alert_recipients r
     where r.tenant_id = ${tx.tenantId} and r.id = ${id} and r.status = 'pending' and r.ask_at <= now()
       for update skip locked`)

/** It is asked after so many minutes; null: not before a user adds it again. */
export const askAfter = (tx: Tx, id: string, minutes: number | null): Promise<number> =>
  tx.run(sql`
    update alert_recipients
       set ask_at = now() + make_interval(mins => ${minutes}::int), updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Its confirmation mail was not delivered: another is sent. */
export const notAsked = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    update alert_recipients
       set confirmation_hash = null, confirmation_until = null, confirmation_sent_at = null,
           ask_at = case when asked_by is not null then now() + interval '1 hour' end, updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id} and status = 'pending'`)

/** Whether the owner of the mailbox wants no alerts, by whatever name behind a plus. */
export const leftAlone = async (tx: Tx, email: string): Promise<boolean> =>
  (
    await tx.rows<{ email: string }>(sql`
      select r.email
        from alert_recipients r
       where r.tenant_id = ${tx.tenantId} and r.status = 'unsubscribed'`)
  ).some((other) => mailboxOf(other.email) === mailboxOf(email))

/** Its owner declined under an alias of the mailbox. */
export const leaveAlone = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    update alert_recipients
       set status = 'unsubscribed', confirmation_hash = null, confirmation_until = null, ask_at = null,
           updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id} and status = 'pending'`)

/** A confirmation was mailed: earlier tokens become invalid. */
export const asked = (
  tx: Tx,
  id: string,
  { token, askedBy }: { readonly token: string; readonly askedBy: string },
): Promise<AlertRecipient> =>
  tx.single<AlertRecipient>(sql`
    update alert_recipients as r
       set status = 'pending', asked_by = ${askedBy}, ask_at = null, confirmation_hash = ${hashOf(token)}, confirmation_sent_at = now(),
           confirmation_until = now() + make_interval(days => ${confirmationDays}), updated_at = now()
     where r.tenant_id = ${tx.tenantId} and r.id = ${id}
    returning ${fields}`)

export const remove = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`
    delete from alert_recipients where tenant_id = ${tx.tenantId} and id = ${id}`)) === 1

/** Whom a token of a mail belongs to, in whatever tenant. */
export const find = (
  tx: SystemTx,
  token: string,
): Promise<{ tenant_id: string; id: string } | undefined> =>
  tx.maybe<{ tenant_id: string; id: string }>(sql`
    select tenant_id, id from find_alert_recipient(${hashOf(token)}, ${token})`)

/** Undefined if the token was used, has expired, or is of the other kind. */
export const confirm = (tx: Tx, id: string, token: string): Promise<AlertRecipient | undefined> =>
  tx.maybe<AlertRecipient>(sql`
    update alert_recipients as r
       set status = 'confirmed', confirmation_hash = null, confirmation_until = null, updated_at = now()
     where r.tenant_id = ${tx.tenantId} and r.id = ${id} and r.status = 'pending'
       and r.confirmation_hash = ${hashOf(token)} and r.confirmation_until > now()
    returning ${fields}`)

/** Idempotent. */
export const unsubscribe = (
  tx: Tx,
  id: string,
  token: string,
): Promise<AlertRecipient | undefined> =>
  tx.maybe<AlertRecipient>(sql`
    update alert_recipients as r
       set status = 'unsubscribed', confirmation_hash = null, confirmation_until = null, ask_at = null,
           updated_at = now()
     where r.tenant_id = ${tx.tenantId} and r.id = ${id} and r.unsubscribe_token = ${token}
    returning ${fields}`)

export const bounced = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    update alert_recipients
       set status = 'bounced', ask_at = null, updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id} and status in ('pending', 'confirmed')`)

export interface Reader {
  readonly id: string
  readonly email: string
  readonly status: AlertRecipient['status']
  readonly unsubscribe_token: string
}

export const among = (tx: Tx, emails: readonly string[]): Promise<Reader[]> =>
  tx.rows<Reader>(sql`
    select r.id, r.email, r.status, r.unsubscribe_token
      from alert_recipients r
     where r.tenant_id = ${tx.tenantId} and r.email = any(${texts(emails)})
     order by r.email`)
