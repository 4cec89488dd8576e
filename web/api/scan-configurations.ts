import type { Row } from './documents.ts'
import { useWhole } from './hooks.ts'

export type ScanConfiguration = Row<'scan-configurations'>

/** A provider has at most one scan configuration; `null` for a provider that is scanned with the defaults. */
export type ConfigurationOf = (providerId: string) => ScanConfiguration | null

/** Undefined while loading, and for users who may not read scan configurations. */
export function useConfigurationOf(): ConfigurationOf | undefined {
  const all = useWhole<'scan-configurations'>('/scan-configurations').data
  return (
    all &&
    ((id) =>
      all.find(({ related }) =>
        [related['providers'] ?? []].flat().some((ref) => ref?.id === id),
      ) ?? null)
  )
}
