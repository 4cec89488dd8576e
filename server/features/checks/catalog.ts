import type { CheckDescription } from '@plumbline/scanner'
import type { ImportedCheck } from '@plumbline/scanner/formats'

/** Facts of checks by their ids: never stored in SQL, so that a corrected text applies to old scans too. */
export type CheckCatalog = ReadonlyMap<string, CheckDescription | ImportedCheck>

export const catalogOf = (checks: readonly CheckDescription[]): CheckCatalog =>
  new Map(checks.map((check) => [check.id, check]))

/** Ids of the checks that match a condition. */
export const checkIds = (
  catalog: CheckCatalog,
  holds: (check: CheckDescription) => boolean,
): string[] => [...catalog.values()].filter(holds).map(({ id }) => id)
