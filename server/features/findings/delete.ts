import { deleteSome, sql, type Tx } from '../../platform/db/index.ts'
import { deleteResources } from '../resources/index.ts'

/** Tables with rows of a provider that nothing in them points to, in the order of their size. */
const tables = [
  'findings',
  'finding_history',
  'finding_bodies',
  'scan_observations',
  'finding_gone',
  'finding_events',
  'finding_notes',
  'finding_attestations',
  'finding_twins',
  'rollup_live',
  'severity_days',
  'unit_heads',
] as const

/**
 * Deletes a bounded number of rows of a provider: its findings and what is kept of them, then its
 * resources. Gives how many went; 0 when none is left.
 */
export async function deleteFindings(tx: Tx, providerId: string): Promise<number> {
  for (const table of tables) {
    const deleted = await deleteSome(tx, table, sql`provider_id = ${providerId}`)
    if (deleted > 0) return deleted
  }
  return deleteResources(tx, providerId)
}
