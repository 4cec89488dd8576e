/** Sending findings to a tracker: the requests, and the contents of the issues. */
import type { Delivery } from '../api/deliveries.ts'
import type { Row } from '../api/documents.ts'
import type { Query } from '../api/query.ts'
import { taskReason } from '../api/tasks.ts'
import { counted, number } from '../kit/words.ts'
import type { Chosen } from './chosen.ts'

/** API limits: ids or checks in one request, and issues of one dispatch. */
export const mostAsked = 100
export const mostIssues = 500
/** The maximum number of resources in a grouped issue. */
export const mostNamed = 50

export type Mode = 'grouped' | 'individual'

export interface Group {
  readonly check_id: string
  readonly findings: readonly Chosen[]
  /** The group exceeds one request: its issue covers all failing findings of the check, not only the selected ones. */
  readonly isWhole: boolean
}

/** The findings that can be sent to a tracker. */
export const failingOf = (findings: readonly Chosen[]): readonly Chosen[] =>
  findings.filter(({ status, muted }) => status === 'FAIL' && !muted)

/** Groups findings by check, largest first. */
export const groupsOf = (findings: readonly Chosen[]): readonly Group[] =>
  [...Map.groupBy(findings, ({ check_id }) => check_id)]
    .map(([check_id, some]) => ({ check_id, findings: some, isWhole: some.length > mostAsked }))
    .toSorted(
      (a, b) => b.findings.length - a.findings.length || a.check_id.localeCompare(b.check_id),
    )

const ids = (findings: readonly Chosen[]): Query => ({
  'filter[finding_id__in]': findings.map(({ id }) => id).join(','),
})

const parts = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )

/** The queries of the dispatches. The findings of one check stay together if they become one issue. */
export function requestsOf(findings: readonly Chosen[], mode: Mode): readonly Query[] {
  if (mode === 'individual') return parts(findings, mostAsked).map(ids)
  const groups = groupsOf(findings)
  const whole = groups.filter(({ isWhole }) => isWhole).map(({ check_id }) => check_id)
  const bins: Chosen[][] = []
  for (const group of groups.filter(({ isWhole }) => !isWhole)) {
    const fitting = bins.find((bin) => bin.length + group.findings.length <= mostAsked)
    if (fitting) fitting.push(...group.findings)
    else bins.push([...group.findings])
  }
  return [
    ...bins.map(ids),
    ...parts(whole, mostAsked).map((checks) => ({ 'filter[check_id__in]': checks.join(',') })),
  ]
}

/** "first 50 of 214 named in the issue" */
export const namedOf = (count: number): string =>
  count > mostNamed
    ? `first ${mostNamed} of ${number(count)} listed in the issue`
    : count === 1
      ? '1 listed in the issue'
      : `all ${count} listed in the issue`

/** The reason why the findings cannot be sent in this mode; undefined if they can. */
export function whyNot(findings: readonly Chosen[], mode: Mode): string | undefined {
  const issues = mode === 'grouped' ? groupsOf(findings).length : findings.length
  if (issues <= mostIssues) return undefined
  return mode === 'grouped'
    ? `This would create more than ${mostIssues} issues. Select findings of fewer checks.`
    : `This would create more than ${mostIssues} issues. Send one issue per check, or select fewer findings.`
}

/** The results of dispatches, from their tasks. */
export interface Outcome {
  readonly created: number
  readonly updated: number
  readonly failed: number
  readonly waiting: number
  /** The error because of which a dispatch ended before all its issues. */
  readonly error: string | null
}

export function outcomeOf(tasks: readonly Pick<Row<'tasks'>, 'state' | 'result'>[]): Outcome {
  const sum = (name: string): number =>
    tasks.reduce((all, { result }) => {
      const count = (result as Readonly<Record<string, unknown>> | null)?.[name]
      return all + (typeof count === 'number' ? count : 0)
    }, 0)
  const broken = tasks.find(({ state }) => state !== 'completed')
  return {
    created: sum('created_count'),
    updated: sum('updated_count'),
    failed: sum('failed_count'),
    waiting: sum('waiting_count'),
    error: broken ? (taskReason(broken) ?? `The dispatch ended with state ${broken.state}.`) : null,
  }
}

/** "3 issues created, 1 updated, 2 failed" */
export function outcomeWords({ created, updated, failed, waiting }: Outcome): string {
  const parts = [
    [created, 'created'],
    [updated, 'updated'],
    [failed, 'failed'],
    [waiting, 'waiting'],
  ] as const
  const said = parts.filter(([count]) => count > 0)
  if (said.length === 0) return 'No issues created'
  return said
    .map(([count, word], at) => `${at === 0 ? counted(count, 'issue') : number(count)} ${word}`)
    .join(', ')
}

export interface FailedGroup {
  readonly check_id: string
  readonly reason: string
  readonly issues: number
  readonly isWaiting: boolean
}

type Sent = Pick<Delivery, 'state' | 'reason' | 'subject'>

/** Undelivered issues by check and reason, including issues that wait because the tracker did not accept them. */
export const failedGroups = (deliveries: readonly Sent[]): readonly FailedGroup[] =>
  [
    ...Map.groupBy(
      deliveries.filter(({ state, reason }) => state !== 'delivered' && reason !== null),
      ({ subject, reason, state }) => JSON.stringify([subject['check_id'], reason, state]),
    ).values(),
  ].flatMap((some) => {
    const [first] = some
    if (!first) return []
    return [
      {
        check_id: String(first.subject['check_id']),
        reason: first.reason ?? '',
        issues: some.length,
        isWaiting: first.state === 'pending',
      },
    ]
  })
