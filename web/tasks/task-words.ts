/** Descriptions of tasks, and whether they can be canceled. */
import type { Row } from '../api/documents.ts'
import { delayOf } from '../api/tasks.ts'
import { duration } from '../kit/ago.ts'
import { words } from '../kit/words.ts'

type Task = Pick<
  Row<'tasks'>,
  'name' | 'state' | 'inserted_at' | 'started_at' | 'completed_at' | 'result' | 'metadata'
>

const names: Readonly<Record<string, string>> = {
  'scan-perform': 'Scan',
  'scan-perform-scheduled': 'Scheduled scan',
  'scan-import': 'Account import',
  'ingestion-process': 'File processing',
  'mutelist-apply': 'Apply mutelist',
  'mute-rule-apply': 'Apply mute rule',
  'mute-rules-create': 'Mute findings',
  'finding-triages-set': 'Triage findings',
  'provider-connection-check': 'Connection test',
  'integration-connection-check': 'Integration connection test',
  'integration-jira': 'Send to Jira',
  'provider-deletion': 'Provider deletion',
  'tenant-deletion': 'Tenant deletion',
}
export const taskNames = Object.keys(names)

export const kindOf = (name: string): string => names[name] ?? words(name.replaceAll('-', '_'))

/** Reasons why the API does not cancel tasks of these kinds. */
const protectedKinds: Readonly<Record<string, string>> = {
  'mute-rule-apply': 'A mute rule is always applied. To undo it, disable or delete the rule.',
  'mutelist-apply': 'A stored mutelist is always applied. To undo it, change or delete the list.',
  'provider-deletion': 'A deletion cannot be stopped.',
  'tenant-deletion': 'A deletion cannot be stopped.',
}
const open: ReadonlySet<string> = new Set(['available', 'scheduled', 'executing'])

export const isRunning = ({ state }: Pick<Task, 'state'>): boolean => open.has(state)
/** The reason why it cannot be canceled; undefined if it can. */
export const whyProtected = ({ name }: Pick<Task, 'name'>): string | undefined =>
  protectedKinds[name]

/** The duration so far or in total; empty if the task has not started. */
export function tookWords({ started_at, completed_at }: Task, now = Date.now()): string {
  if (started_at === null) return ''
  const end = completed_at === null ? now : Date.parse(completed_at)
  return duration(Math.max(0, (end - Date.parse(started_at)) / 1_000))
}

/** The error of a failed task; undefined if it did not fail or has no error. */
export function problemOf({ state, result }: Pick<Task, 'state' | 'result'>): string | undefined {
  if (state !== 'failed' || typeof result !== 'object' || result === null) return undefined
  const { detail, error, code } = result as Readonly<Record<string, unknown>>
  const said = detail ?? error ?? code
  return typeof said === 'string' ? said : undefined
}

/** The scans that a waiting scan waits for. */
export function waitsFor({ metadata }: Pick<Task, 'metadata'>): string | undefined {
  const delay = delayOf({ metadata })
  if (delay !== undefined) return delay
  const ahead = metadata['scans_ahead']
  if (typeof ahead !== 'number' || ahead === 0) return undefined
  return ahead === 1 ? 'Waiting for another scan of the provider' : `Waiting for ${ahead} scans`
}
