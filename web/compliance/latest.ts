/** Scans by their providers. */
import type { Row } from '../api/documents.ts'

export type ScanOfProvider = Pick<Row<'scans'>, 'id' | 'inserted_at' | 'related'>

/** The id of the scan's provider. */
export function providerIdOf({ related }: Pick<Row, 'related'>): string {
  const ref = [related['provider'] ?? []].flat()[0]
  return ref?.id ?? ''
}

/** The newest scan of each provider. The list must be sorted newest first. */
export function newestOfEach<S extends ScanOfProvider>(scans: readonly S[]): readonly S[] {
  const seen = new Set<string>()
  return scans.filter((scan) => {
    const id = providerIdOf(scan)
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}
