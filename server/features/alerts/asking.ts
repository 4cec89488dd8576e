/** A mail asks an address whether it wants alerts; its links answer. */
import { conflict, invalid, notFound, tooManyRequests } from '@plumbline/jsonapi'
import { type Database, sql, type Tx } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { isMailable, type Outbox } from '../../platform/mail/index.ts'
import { rowByRow, type Sweep } from '../../platform/tasks/index.ts'
import { allowed, type Caller, rightsOf } from '../../platform/tenancy/index.ts'
import { confirmation, type Site } from './mails.ts'
import * as store from './recipient-store.ts'
import type { AlertRecipient } from './resource.ts'

const mostRecipients = 200
const hourSeconds = 3_600
/** Until an address whose mail had to wait has its next turn. */
const waitMinutes = 15

/** Null where no mail server is set. */
export type Mails = { readonly outbox: Outbox; readonly at: Site } | null

export const noMails = (pointer: string) =>
  invalid(pointer, 'This server does not send email. Its operator can set SMTP_URL.', 'no_mails')

/** Addresses as they are stored. Throws 400 for one that no mail is sent to, and for one that is named twice. */
export function readEmails(mails: Mails, emails: readonly string[], at: string): readonly string[] {
  if (emails.length > 0 && !mails) throw noMails(at)
  const read = emails.map((email) => email.toLowerCase())
  for (const [index, email] of read.entries()) {
    const pointer = `${at}/${index}`
    if (!isMailable(email)) throw invalid(pointer, 'Email cannot be sent to this address.')
    if (read.indexOf(email) !== index)
      throw invalid(pointer, 'This address is listed twice.', 'duplicate')
  }
  return read
}

const unsubscribeTokenOf = async (tx: Tx, email: string): Promise<string> =>
  (await store.among(tx, [email]))[0]?.unsubscribe_token ?? ''

/** Returns undefined if the mailbox, or the caller, had too many mails. */
async function ask(
  tx: Tx,
  mails: NonNullable<Mails>,
  userId: string,
  { id, email }: Pick<AlertRecipient, 'id' | 'email'>,
): Promise<AlertRecipient | undefined> {
  const token = store.newToken()
  const unsubscribeToken = await unsubscribeTokenOf(tx, email)
  const reader = { tenantId: tx.tenantId, id, email, unsubscribeToken }
  const mail = confirmation(mails.at, reader, token)
  const isQueued = await mails.outbox.queue(tx, mail, userId)
  return isQueued ? store.asked(tx, id, { token, askedBy: userId }) : undefined
}

/** Asks new recipients. One whose mail must wait is shown as not asked, and is asked by a worker. */
export async function askNew(
  tx: Tx,
  mails: Mails,
  caller: Caller,
  { emails, pointer }: { readonly emails: readonly string[]; readonly pointer: string },
): Promise<void> {
  if (!mails || emails.length === 0) return
  const made = await store.add(tx, emails, caller.userId)
  await checkCount(tx, pointer)
  for (const recipient of made) await askOrWait(tx, mails, caller.userId, recipient)
}

async function askOrWait(
  tx: Tx,
  mails: NonNullable<Mails>,
  userId: string,
  recipient: Pick<AlertRecipient, 'id' | 'email'>,
): Promise<void> {
  if (await store.leftAlone(tx, recipient.email)) await store.leaveAlone(tx, recipient.id)
  else if (!(await ask(tx, mails, userId, recipient)))
    await store.askAfter(tx, recipient.id, waitMinutes)
}

/** Asks for the user who added the address, if still permitted. */
async function askWaiting(tx: Tx, mails: NonNullable<Mails>, id: string): Promise<void> {
  const recipient = await store.waiting(tx, id)
  if (!recipient) return
  const rights = await rightsOf(tx, recipient.asked_by)
  if (!rights || !allowed(rights, 'manage_alerts')) await store.askAfter(tx, id, null)
  else await askOrWait(tx, mails, rights.userId, recipient)
}

interface Row {
  readonly tenant_id: string
  readonly id: string
}

/** Asks the addresses whose mails had to wait. */
export const askSweep = (database: Database, mails: NonNullable<Mails>, log: Log): Sweep =>
  rowByRow<Row>(
    {
      failed: 'confirmation email to alert recipient failed',
      find: (most) =>
        database.outsideTenants((tx) =>
          tx.rows<Row>(sql`select tenant_id, id from find_recipients_to_ask(${most})`),
        ),
      ids: ({ tenant_id, id }) => ({ tenant_id, recipient_id: id }),
      work: ({ tenant_id, id }) => database.inTenant(tenant_id, (tx) => askWaiting(tx, mails, id)),
    },
    log,
  )

async function checkCount(tx: Tx, pointer: string): Promise<void> {
  if ((await store.count(tx)) <= mostRecipients) return
  throw invalid(pointer, `A tenant has at most ${mostRecipients} recipients.`, 'too_many')
}

/** Asks an address, for the first time or again. Throws 400, 409 and 429. */
export async function askOne(
  tx: Tx,
  mails: Mails,
  caller: Caller,
  email: string,
): Promise<AlertRecipient> {
  const at = '/data/attributes/email'
  if (!mails) throw noMails(at)
  if (!isMailable(email)) throw invalid(at, 'Email cannot be sent to this address.')
  const wanted = email.toLowerCase()
  await store.add(tx, [wanted], caller.userId)
  await checkCount(tx, at)
  const known = await store.byEmail(tx, wanted)
  if (!known) throw notFound()
  if (known.status === 'confirmed') throw conflict(at, 'This address already receives alerts.')
  if (known.status === 'unsubscribed' || (await store.leftAlone(tx, wanted)))
    throw conflict(at, 'The owner of this address declined alerts.', 'unsubscribed')
  const asked = await ask(tx, mails, caller.userId, known)
  if (!asked) throw tooManyRequests(hourSeconds)
  return asked
}

/** Does in the tenant of a token what its owner wants. Throws 404. */
export async function answer(
  database: Database,
  token: string,
  work: (tx: Tx, id: string, token: string) => Promise<AlertRecipient | undefined>,
): Promise<AlertRecipient> {
  const found = await database.outsideTenants((tx) => store.find(tx, token))
  const done =
    found && (await database.inTenant(found.tenant_id, (tx) => work(tx, found.id, token)))
  if (!done) throw notFound('This link was already used or has expired.')
  return done
}
