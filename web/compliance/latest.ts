/** Scans by their providers. */
import type { Row } from '../api/documents.ts'

export type ScanOfProvider = Pick<Row<'scans'>, 'id' | 'inserted_at' | 'related' | 'trigger'>

/** The id of the scan's provider. */
export function providerIdOf({ related }: Pick<Row, 'related'>): string {
  const ref = [related['provider'] ?? []].flat()[0]
  return ref?.id ?? ''
}

/** An import is a scan that does not read the account. */
export const readsAccount = ({ trigger }: Pick<Row<'scans'>, 'trigger'>): boolean =>
  trigger !== 'imported'

/**
 * The scan of each provider to which overviews and compliance refer: an import only if there is no other, as on the
 * server. The list must be sorted newest first.
 */
export const latestOfEach = <S extends ScanOfProvider>(scans: readonly S[]): readonly S[] =>
  newestOfEach([...scans.filter(readsAccount), ...scans.filter((scan) => !readsAccount(scan))])

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
