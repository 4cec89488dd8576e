/** Selects findings by words, and counts the effect of a rule for them. */
import { create, list, type Query } from '../api/client.ts'
import type { Row } from '../api/documents.ts'

export interface Choice {
  readonly check?: string
  readonly resource?: string
  readonly service?: string
  readonly severity?: string
}

export interface Chosen {
  readonly count: number
  /** Empty if there are too many for one rule. */
  readonly ids: readonly string[]
  readonly preview: Row<'mute-rule-previews'> | null
}

/** The API accepts more; a manual selection needs fewer. */
export const mostFindings = 1_000
const pageSize = 100

export const isNothing = (choice: Choice): boolean => Object.values(choice).every((value) => !value)

const queryOf = ({ check, resource, service, severity }: Choice): Query => ({
  'filter[muted]': false,
  'filter[check_id__icontains]': check,
  'filter[resource_uid__icontains]': resource,
  'filter[service]': service,
  'filter[severity]': severity,
  'page[size]': pageSize,
  'fields[findings]': 'uid',
})

export async function chosenFindings(choice: Choice, signal: AbortSignal): Promise<Chosen> {
  const page = (at: number) =>
    list<'findings'>('/findings/latest', { ...queryOf(choice), 'page[number]': at }, signal)
  const first = await page(1)
  const { count } = first
  if (count === 0 || count > mostFindings) return { count, ids: [], preview: null }
  const others = await Promise.all(
    Array.from({ length: Math.ceil(count / pageSize) - 1 }, (_, at) => page(at + 2)),
  )
  const ids = [first, ...others].flatMap(({ rows }) => rows.map(({ id }) => id))
  const preview = await create<'mute-rule-previews'>('/mute-rules/preview', {
    type: 'mute-rule-previews',
    attributes: { finding_ids: ids },
  })
  return { count, ids, preview }
}
