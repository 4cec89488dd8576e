import type { Row } from '../api/documents.ts'
import { search } from '../api/query.ts'
import { Tag } from '../kit/marks.tsx'

/** The maximum number of uids in a URL; the panel shows all. */
const mostLinked = 20

/** The findings of a rule, as a list. */
export const findingsOf = ({ id, finding_uids: uids }: Row<'mute-rules'>): string =>
  uids.length <= mostLinked
    ? `/findings${search({ 'filter[uid__in]': uids.join(','), 'filter[status__in]': 'FAIL,MANUAL,PASS' })}`
    : `/mute-rules${search({ open: id })}`

const isOver = ({ expires_at }: Row<'mute-rules'>): boolean =>
  expires_at !== null && Date.parse(expires_at) <= Date.now()

export const RuleState = ({ rule }: { readonly rule: Row<'mute-rules'> }) =>
  isOver(rule) ? (
    <Tag>Expired</Tag>
  ) : rule.enabled ? (
    <Tag kind="good">Enabled</Tag>
  ) : (
    <Tag>Disabled</Tag>
  )
