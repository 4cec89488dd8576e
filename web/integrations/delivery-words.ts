/** Texts for deliveries: status and subject. */
import type { Delivery } from '../api/deliveries.ts'
import { counted, words } from '../kit/words.ts'

export const states = ['pending', 'delivered', 'failed'] as const
export const stateWords: Readonly<Record<Delivery['state'], string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
}

const kinds: Readonly<Record<string, string>> = {
  'jira-issue': 'Issue',
  's3-files': 'Files of a scan',
  'hub-findings': 'Findings of a scan',
  'slack-message': 'Message after a scan',
  'splunk-events': 'Events of a scan',
  'syslog-events': 'Messages of a scan',
  'teams-card': 'Card after a scan',
  'webhook-event': 'Event after a scan',
}
export const kindOf = ({ kind }: Pick<Delivery, 'kind'>): string =>
  kinds[kind] ?? words(kind.replaceAll('-', '_'))

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The subject of a delivery, without facts that its kind implies. */
export function aboutOf({ subject }: Pick<Delivery, 'subject'>): string {
  const check = text(subject['check_id'])
  const project = text(subject['project_key'])
  const findings = subject['findings']
  return [
    check,
    project && `in ${project}`,
    typeof findings === 'number' && findings > 1 && `(${counted(findings, 'finding')})`,
  ]
    .filter(Boolean)
    .join(' ')
}
