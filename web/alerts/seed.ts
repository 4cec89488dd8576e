/** The condition that a new rule starts with if it was opened from the findings list; `query` is the query of that list. */
import { useQuery } from '@tanstack/react-query'
import { create } from '../api/client.ts'
import type { Row } from '../api/documents.ts'

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
