import type { Row } from '../api/documents.ts'
import { Tag } from '../kit/marks.tsx'

export const RuleState = ({ rule }: { readonly rule: Row<'alert-rules'> }) =>
  rule.enabled ? (
    <Tag kind="good">Enabled</Tag>
  ) : rule.disabled_reason === 'author_left' ? (
    <span title="The author of the rule left the tenant.">
      <Tag kind="bad">No author</Tag>
    </span>
  ) : rule.disabled_reason === 'author_lost_right' ? (
    <span title="The author of the rule can no longer manage alerts.">
      <Tag kind="bad">Author lacks permission</Tag>
    </span>
  ) : (
    <Tag>Disabled</Tag>
  )

type Recipient = Row<'alert-recipients'>

/** True if the confirmation was sent. Adding many recipients at once queues the emails. */
const isAsked = ({ confirmation_sent_at }: Recipient): boolean => confirmation_sent_at !== null

export const RecipientState = ({ recipient }: { readonly recipient: Recipient }) => {
  const { status } = recipient
  if (status === 'confirmed') return <Tag kind="good">Confirmed</Tag>
  if (status === 'bounced') return <Tag kind="bad">Bounced</Tag>
  if (status === 'unsubscribed') return <Tag kind="muted">Unsubscribed</Tag>
  return (
    <Tag kind="partial">
      {isAsked(recipient) ? 'Awaiting confirmation' : 'Confirmation not sent'}
    </Tag>
  )
}

/** Describes the state of a recipient, and what the user can do about it. */
export function stateWords(recipient: Recipient): string {
  const { status } = recipient
  if (status === 'confirmed')
    return 'The recipient confirmed the address. It receives alerts from all rules that contain it.'
  if (status === 'unsubscribed')
    return 'The recipient declined alerts. The address is kept so that no confirmation email is sent again.'
  if (status === 'bounced')
    return 'An email to this address was permanently rejected, so no alerts are sent. Correct the address in the rules, or send the confirmation again.'
  return isAsked(recipient)
    ? 'A confirmation email was sent. Its link is valid for 7 days. No alerts are sent before the recipient confirms.'
    : 'The confirmation email is delayed because the limit for this address or sender was reached.'
}
