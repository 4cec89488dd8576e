/** Finds the resources to re-check for findings, and the findings that cannot be re-checked, with the reason. */
import type { Page, Row } from '../api/documents.ts'
import type { Chosen } from './chosen.ts'

export interface LeftOut {
  readonly finding: Chosen
  readonly reason: string
}

export interface Rechecked {
  readonly resources: readonly Row<'resources'>[]
  readonly leftOut: readonly LeftOut[]
}

const closed = 'The latest scan of its account no longer contains it.'
const ambiguous = 'Several accounts have a finding with this UID. Select it in the current list.'
const gone = 'Its resource no longer exists.'

/**
 * Returns the findings of an old selection that newer versions have replaced; the newer ones have the same resources.
 */
export const replaced = (
  findings: readonly Chosen[],
  live: Page<'findings'>,
): readonly Chosen[] => {
  const ids = new Set(live.rows.map(({ id }) => id))
  return findings.filter(({ id }) => !ids.has(id))
}

/** `live` was requested by id, `newer` by the uids of findings that are missing in `live`. */
export function recheckOf(
  findings: readonly Chosen[],
  live: Page<'findings'>,
  newer: Page<'findings'> | undefined,
): Rechecked {
  const resources = new Map<string, Row<'resources'>>()
  const leftOut: LeftOut[] = []
  const byId = new Map(live.rows.map((row) => [row.id, { row, page: live }]))
  const byUid = Map.groupBy(newer?.rows ?? [], ({ uid }) => uid)
  for (const finding of findings) {
    const versions = byUid.get(finding.uid) ?? []
    const [version] = versions
    const found =
      byId.get(finding.id) ??
      (newer && version && versions.length === 1 && { row: version, page: newer })
    if (!found) {
      leftOut.push({ finding, reason: versions.length > 1 ? ambiguous : closed })
      continue
    }
    const resource = found.page.included.of('resources', found.row, 'resources')
    if (resource) resources.set(resource.id, resource)
    else leftOut.push({ finding, reason: gone })
  }
  return { resources: [...resources.values()], leftOut }
}
