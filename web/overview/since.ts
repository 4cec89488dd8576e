/** What the overview compares the present with: the end of an earlier day, or the scan before. */
import type { Row } from '../api/documents.ts'
import { useShow } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import { shortDay } from '../kit/dates.ts'
import { daysBefore } from './days.ts'

export const choices = [
  { value: 'scan', label: 'since the last scan' },
  { value: '1', label: 'since yesterday' },
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
] as const
type Choice = (typeof choices)[number]['value']
const usual: Choice = '7'

export type Changes = Row<'finding-changes'>

export interface Comparison {
  readonly choice: Choice
  /** The user made the choice. */
  readonly isChosen: boolean
  /** "on Nov 21", or "at the previous scan". */
  readonly when: string
  /** "since Nov 21", or "since the previous scan". */
  readonly since: string
  /** Undefined while loading. */
  readonly changes: Changes | undefined
  readonly error: Error | null
  readonly retry: () => void
}

const path = '/findings/changes'
const dayOf = (choice: Choice, today: string): string | undefined =>
  choice === 'scan' ? undefined : daysBefore(today, Number(choice))

const isCompared = (changes: Changes | undefined): boolean =>
  (changes?.compared.provider_ids.length ?? 0) > 0

/** A week is compared, or the last scan where no scan is as old as that, until the user chooses. */
export function useComparison(scope: Query, chosen: string | undefined, today: string): Comparison {
  const own = choices.find(({ value }) => value === chosen)?.value
  const first = own ?? usual
  const from = dayOf(first, today)
  const asked = useShow<'finding-changes'>(path, {
    ...scope,
    ...(from && { 'filter[since]': from }),
  })
  const isOlder = own === undefined && asked.data !== undefined && !isCompared(asked.data.row)
  const instead = useShow<'finding-changes'>(path, scope, { enabled: isOlder })
  const used = isOlder ? instead : asked
  const changes = used.data?.row
  const day = changes?.since && shortDay(changes.since)
  return {
    choice: isOlder ? 'scan' : first,
    isChosen: own !== undefined,
    when: day ? `on ${day}` : 'at the previous scan',
    since: `since ${day ?? 'the previous scan'}`,
    changes,
    error: used.error,
    retry: () => void used.refetch(),
  }
}

/** The most providers that the URL of a list can name. */
export const mostNamed = 40

/** Filters for the providers that are compared; null if a URL cannot name them. */
export function comparedScope(scope: Query, { compared, without_earlier }: Changes): Query | null {
  if (without_earlier.provider_ids.length === 0) return scope
  const ids = compared.provider_ids
  return ids.length > mostNamed ? null : { ...scope, 'filter[provider__in]': ids.join() }
}

/** Filters for findings that changed after the end of that day. The scans before are several moments: null. */
export const changedSince = ({ since }: Changes): Query | null =>
  since === null ? null : { 'filter[status_changed_at__gte]': daysBefore(since, -1) }
