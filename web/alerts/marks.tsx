import type { Row } from '../api/documents.ts'
import { Tag } from '../kit/marks.tsx'

export const RuleState = ({ rule }: { readonly rule: Row<'alert-rules'> }) =>
  rule.enabled ? (
    <Tag kind="good">Enabled</Tag>
  ) : rule.disabled_reason === 'author_left' ? (
    <span title="Its author left the tenant.">
      <Tag kind="bad">Without author</Tag>
    </span>
  ) : rule.disabled_reason === 'author_lost_right' ? (
    <span title="Its author may not manage alerts any more.">
      <Tag kind="bad">Author without right</Tag>
    </span>
  ) : (
    <Tag>Disabled</Tag>
  )

type Recipient = Row<'alert-recipients'>

/** Asked, or still to be asked: whoever adds many at once has mails that wait. */
const isAsked = ({ confirmation_sent_at }: Recipient): boolean => confirmation_sent_at !== null

export const RecipientState = ({ recipient }: { readonly recipient: Recipient }) => {
  const { status } = recipient
  if (status === 'confirmed') return <Tag kind="good">Gets alerts</Tag>
  if (status === 'bounced') return <Tag kind="bad">Mails come back</Tag>
  if (status === 'unsubscribed') return <Tag kind="muted">Wants none</Tag>
  return <Tag kind="partial">{isAsked(recipient) ? 'Asked, no answer yet' : 'Not asked yet'}</Tag>
}

/** What the state of a recipient means, and what can be done about it. */
export function stateWords(recipient: Recipient): string {
  const { status } = recipient
  if (status === 'confirmed') return 'Its owner agreed. It gets what the rules that name it say.'
  if (status === 'unsubscribed')
    return 'Its owner declined alerts. The address is kept so that it is not asked again.'
  if (status === 'bounced')
    return 'A mail to it was refused for good, so it gets none. Correct the address in the rules, or ask it again.'
  return isAsked(recipient)
    ? 'It was asked by a mail whose link is good for 7 days. Until its owner agrees, it gets nothing.'
    : 'Its confirmation email is delayed, because the limit for this address or sender was reached.'
}
