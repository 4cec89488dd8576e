/** The condition that a new rule starts with, when it was opened from a filtered list of findings. */
import { useQuery } from '@tanstack/react-query'
import { create } from '../api/client.ts'
import type { Row } from '../api/documents.ts'

/** The address of a new rule about the findings of a view; `query` is the query string of the view. */
export const newRuleAddress = (query: string): string =>
  `/alerts?${new URLSearchParams({ edit: 'new', like: query })}`

export const useSeed = (query: string | undefined) =>
  useQuery({
    queryKey: ['/alerts/rules/seed', query],
    queryFn: async (): Promise<Row<'alert-rule-seeds'>> => {
      const seed = await create<'alert-rule-seeds'>('/alerts/rules/seed', {
        type: 'alert-rule-seeds',
        attributes: { query: query ?? '' },
      })
      if (!seed) throw new Error('The API did not return a condition.')
      return seed
    },
    enabled: query !== undefined,
  })
