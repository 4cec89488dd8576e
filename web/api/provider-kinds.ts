import type { UseQueryResult } from '@tanstack/react-query'
import type { Page, Row } from './documents.ts'
import { useList } from './hooks.ts'

export type Kind = Row<'provider-kinds'>
export type Form = Kind['credentials'][number]
export type FormField = Form['fields'][number]

/** Provider types, with the forms that connect an account. */
export const useKinds = (): UseQueryResult<Page<'provider-kinds'>> =>
  useList<'provider-kinds'>('/provider-kinds')

/** The form to begin with: a role, which needs no long-lived key, if the provider type has one. */
export const firstForm = ({ credentials }: Kind): Form | undefined =>
  credentials.find(({ secret_type }) => secret_type === 'role') ?? credentials[0]

/** Returns the display name of a provider type; the type itself while loading. */
export function useKindName(): (type: string) => string {
  const rows = useKinds().data?.rows ?? []
  return (type) => rows.find(({ id }) => id === type)?.name ?? type
}
