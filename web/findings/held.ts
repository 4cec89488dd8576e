/** Findings in the cache of fetched data. */
import type { QueryClient } from '@tanstack/react-query'
import type { Page, Row } from '../api/documents.ts'

type Finding = Row<'findings'>

/** Returns the newest version of a finding among the panels and pages that were fetched. */
export function newestHeld(client: QueryClient, id: string): Finding | undefined {
  const paths: readonly unknown[] = [`/findings/${id}`, '/findings/latest', '/findings']
  const held = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [path] }) => paths.includes(path) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { state } of held) {
    const data = state.data as (Partial<Page<'findings'>> & { readonly row?: Finding }) | undefined
    const row = data?.row ?? data?.rows?.find((one) => one.id === id)
    // Pages that were fetched only for the count have rows without most of their fields.
    if (row?.triage_status !== undefined) return row
  }
  return undefined
}
