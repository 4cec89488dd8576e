/** Records undelivered alerts on the rule and in the audit log. */
import { audit } from '../../platform/audit/index.ts'
import type { Database, Tx } from '../../platform/db/index.ts'
import type { Addressees } from '../../platform/mail/index.ts'
import { authorOf, sightMark } from '../integrations/index.ts'
import * as messages from './message-store.ts'
import * as recipients from './recipient-store.ts'
import type { Undelivered } from './resource.ts'
import * as rules from './rule-store.ts'

export interface NotDelivered {
  readonly ruleId: string
  readonly messageId: string
  readonly recipients: readonly string[]
  readonly reason: Undelivered
}

/** Notes where an administrator looks that recipients did not get a message of a rule; by ids, for addresses change. */
export async function noteUndelivered(
  tx: Tx,
  { ruleId, messageId, recipients: ids, reason }: NotDelivered,
): Promise<void> {
  await rules.undelivered(tx, ruleId, reason)
  await audit(tx, {
    action: 'alert-mail',
    resourceType: 'alert-rules',
    resourceId: ruleId,
    after: { undelivered: { message: messageId, recipients: ids, reason } },
  })
}

/** What is known of the addressees of alerts and confirmations while their mails wait. */
export const addressees = (database: Database): Addressees => ({
  isWanted: ({ tenantId, id, messageId, sight }) =>
    database.inTenant(tenantId, async (tx) => {
      const recipient = await recipients.byId(tx, id)
      if (messageId === undefined) return recipient?.status === 'pending'
      if (recipient?.status !== 'confirmed') return false
      const message = await messages.kept(tx, messageId)
      if (!message) return false
      const viewer = await authorOf(tx, message.digest)
      if (viewer && (await sightMark(tx, viewer, message.digest)) === sight) return true
      await messages.unsent(tx, messageId, recipient.email)
      return false
    }),
  givenUp: ({ tenantId, id, messageId }, why) =>
    database.inTenant(tenantId, async (tx) => {
      if (why === 'no_mailbox') await recipients.bounced(tx, id)
      else if (messageId === undefined) await recipients.notAsked(tx, id)
      if (messageId === undefined) return
      const message = await messages.kept(tx, messageId)
      if (!message) return
      await messages.lost(tx, messageId)
      const ruleId = message.rule_id
      await noteUndelivered(tx, { ruleId, messageId, recipients: [id], reason: why })
    }),
})
