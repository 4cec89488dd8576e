import type { Row } from './documents.ts'
import { useWhole } from './hooks.ts'

export type ScanConfiguration = Row<'scan-configurations'>

/** A provider is attached to at most one; `null` for one that is scanned with the defaults. */
export type ConfigurationOf = (providerId: string) => ScanConfiguration | null

/** Undefined until the scan configurations are read, and for a user who may not read them. */
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
