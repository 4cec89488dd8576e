import type { UseQueryResult } from '@tanstack/react-query'
import type { Page, Row } from './documents.ts'
import { useList } from './hooks.ts'

export type Kind = Row<'provider-kinds'>
export type Form = Kind['credentials'][number]
export type FormField = Form['fields'][number]

/** Kinds of accounts, with the forms that connect one. */
export const useKinds = (): UseQueryResult<Page<'provider-kinds'>> =>
  useList<'provider-kinds'>('/provider-kinds')

/** The kind's name for people; its own while the kinds are fetched. */
export function useKindName(): (type: string) => string {
  const rows = useKinds().data?.rows ?? []
  return (type) => rows.find(({ id }) => id === type)?.name ?? type
}
