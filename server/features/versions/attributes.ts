/** Attributes that resources have of findings: words of the API, in the order in which they are sorted. */
import { oneOf } from '@plumbline/jsonapi'

export const status = oneOf('FAIL', 'PASS', 'MANUAL')
export const triage = oneOf(
  'open',
  'under_review',
  'remediating',
  'risk_accepted',
  'false_positive',
  'resolved',
  'reopened',
)
export const severity = oneOf('critical', 'high', 'medium', 'low', 'informational')

export const delta = oneOf('new', 'changed')
