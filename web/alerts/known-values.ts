/** The values available for filters, and the names of accounts. */
import { useMemo } from 'react'
import { useShow, useWhole } from '../api/hooks.ts'
import { severities } from '../kit/severities.ts'
import { words } from '../kit/words.ts'
import type { Suggestion } from '../kit/chosen-values.tsx'
import type { FilterName } from './condition.ts'
import type { Names } from './sentences.ts'

export interface Known {
  readonly of: (name: FilterName) => readonly Suggestion[]
  /** Names of accounts, by id. */
  readonly names: Names
}

const plain = (values: readonly string[] = []): readonly Suggestion[] =>
  values.map((value) => ({ value, label: value }))

/** True if the API has a fixed list of values for the filter. */
export const isClosed = (name: FilterName): boolean =>
  name === 'severity' || name === 'provider_type' || name === 'provider_id'

const accountLabel = ({ alias, uid }: { readonly alias: string | null; readonly uid: string }) =>
  alias ? `${alias} (${uid})` : uid

export function useKnown(): Known {
  const facets = useShow<'findings-metadata'>('/findings/metadata/latest').data?.row
  const providers = useWhole<'providers'>('/providers', { sort: 'alias' }).data
  return useMemo(() => {
    const accounts = providers ?? []
    const lists: Readonly<Partial<Record<FilterName, readonly Suggestion[]>>> = {
      severity: severities.map((value) => ({ value, label: words(value) })),
      provider_type: plain([...new Set(accounts.map(({ provider }) => provider))]),
      provider_id: accounts.map((one) => ({ value: one.id, label: accountLabel(one) })),
      service: plain(facets?.services),
      region: plain(facets?.regions),
      category: plain(facets?.categories),
      resource_type: plain(facets?.resource_types),
    }
    return {
      of: (name) => lists[name] ?? [],
      names: new Map(accounts.map((one) => [one.id, one.alias || one.uid])),
    }
  }, [facets, providers])
}
