/** Findings by their keys, in their current or last state, for work that continues without its caller. */
import { raw, rowTable, sql, type Tx } from '../../platform/db/index.ts'
import { seenResources } from '../resources/index.ts'
import { type CheckCatalog, checksOfRows } from '../checks/index.ts'
import type { FileFinding } from './exports.ts'
import { exported } from './page.ts'
import { shownByIds } from './shape.ts'
import { newestVersion } from './newest-version.ts'
import { type FindingKey, keyText } from '../versions/index.ts'

type CurrentFinding = FileFinding & FindingKey

/** In the order of the keys. Findings that are nowhere any more are left out. */
export async function currentFindings(
  tx: Tx,
  catalog: CheckCatalog,
  keys: readonly FindingKey[],
): Promise<readonly CurrentFinding[]> {
  if (keys.length === 0) return []
  const newest = await tx.rows<{ id: string }>(sql`
    select coalesce(f.id, h.id) as id
      from ${rowTable(keys, 'k', 'finding_key uuid, provider_id uuid')}
      ${newestVersion(tx.tenantId, { providerId: raw('k.provider_id'), key: raw('k.finding_key') })}
     where coalesce(f.id, h.id) is not null`)
  const ids = newest.map(({ id }) => id)
  const shown = await shownByIds(tx, ids, raw('true'))
  const resources = await seenResources(tx, [
    ...new Set(shown.flatMap(({ resource_id }) => resource_id ?? [])),
  ])
  const toExported = exported(await checksOfRows(tx, catalog, shown))
  const byKey = new Map(
    shown.map((row): [string, CurrentFinding] => [
      keyText(row),
      {
        ...toExported(row),
        provider_id: row.provider_id,
        finding_key: row.finding_key,
        resource: resources.get(row.resource_id ?? ''),
      },
    ]),
  )
  return keys.flatMap((key) => byKey.get(keyText(key)) ?? [])
}
