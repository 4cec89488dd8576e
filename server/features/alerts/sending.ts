/** Messages become mails: each address once, in the transaction that queues its mail. */
import { type Database, sql, type Tx } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { rowByRow, type Sweep } from '../../platform/tasks/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { authorOf, digestOf, sightMark } from '../integrations/index.ts'
import type { Mails } from './asking.ts'
import { message as messageMail } from './mails.ts'
import * as messages from './message-store.ts'
import * as recipients from './recipient-store.ts'
import type { Undelivered } from './resource.ts'
import { noteUndelivered } from './undelivered.ts'

export interface Sending {
  readonly catalog: CheckCatalog
  readonly mail: Mails
  readonly log: Log
}

/** Why those who are left have no mail; `isOver`: it is not tried again. */
interface Left {
  readonly reason: Undelivered
  readonly isOver: boolean
  readonly readers: readonly recipients.Reader[]
}

/** Queues what can be queued. What has to wait is tried again for a day. */
async function queueMails(
  tx: Tx,
  { catalog, mail }: Sending,
  message: messages.Message,
  readers: readonly recipients.Reader[],
): Promise<Left> {
  const { id: messageId, digest: kept, is_last: isOver } = message
  if (!mail) return { reason: 'no_mail_server', isOver, readers }
  const { at, outbox } = mail
  const viewer = await authorOf(tx, kept)
  const site = { address: at.site }
  const digest = viewer && (await digestOf(tx, kept, { catalog, site, viewer }))
  if (!digest) return { reason: 'author_lost_right', isOver: true, readers }
  const sight = await sightMark(tx, viewer, kept)
  const left: recipients.Reader[] = []
  for (const one of readers) {
    const { id, email, unsubscribe_token: unsubscribeToken } = one
    const reader = { tenantId: tx.tenantId, id, email, unsubscribeToken }
    const mailed = messageMail(at, reader, { messageId, sight, digest })
    if (!(await outbox.queueAgreed(tx, mailed, 'alert'))) left.push(one)
  }
  return { reason: 'too_many', isOver, readers: left }
}

/** Readers who unsubscribed meanwhile get none. */
async function send(tx: Tx, sending: Sending, id: string): Promise<void> {
  const message = await messages.locked(tx, id)
  if (!message) return
  const all = await recipients.among(tx, message.unsent)
  const readers = all.filter(({ status }) => status === 'confirmed')
  const left = await queueMails(tx, sending, message, readers)
  const unsent = left.isOver ? [] : left.readers.map(({ email }) => email)
  const queued = readers.length - left.readers.length
  const dropped = message.unsent.length - queued - unsent.length
  await messages.sent(tx, id, { queued, dropped, unsent })
  const { log } = sending
  const { rule_id: ruleId } = message
  const facts = { tenant_id: tx.tenantId, rule_id: ruleId, alert_id: id }
  if (queued > 0) log.info('alert queued', { ...facts, mails: queued })
  if (dropped > 0) log.warn('alert not sent to all recipients', { ...facts, dropped })
  if (!left.isOver || left.readers.length === 0) return
  const ids = left.readers.map((reader) => reader.id)
  await noteUndelivered(tx, { ruleId, messageId: id, recipients: ids, reason: left.reason })
}

interface Row {
  readonly tenant_id: string
  readonly id: string
}

export const sendSweep = (database: Database, sending: Sending): Sweep =>
  rowByRow<Row>(
    {
      failed: 'alert was not sent',
      find: (most) =>
        database.outsideTenants((tx) =>
          tx.rows<Row>(sql`select tenant_id, id from find_unsent_alerts(${most})`),
        ),
      ids: ({ tenant_id, id }) => ({ tenant_id, alert_id: id }),
      work: ({ tenant_id, id }) => database.inTenant(tenant_id, (tx) => send(tx, sending, id)),
    },
    sending.log,
  )
