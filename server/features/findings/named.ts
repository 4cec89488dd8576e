/** Findings as people name them: by the id of any of their versions, or by the uid of the scanner. */
import { idArray, raw, rowTable, sql, type Tx } from '../../platform/db/index.ts'
import { pairId } from '../../platform/ids.ts'
import { type Caller, type Viewer, visible } from '../../platform/tenancy/index.ts'
import { findingKeyOf, type NamedFinding } from '../versions/index.ts'
import { newestVersion } from './newest-version.ts'

/** Findings by ids of versions, live or ended, as far as the caller sees them. Several ids may name one finding. */
export async function findingsById(
  tx: Tx,
  caller: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedFinding>> {
  const versions = (table: 'findings' | 'finding_history', among: readonly string[]) =>
    tx.rows<NamedFinding & { id: string }>(sql`
      select v.id, v.provider_id, v.finding_key, v.uid
        from ${raw(table)} v
        join providers p on p.tenant_id = v.tenant_id and p.id = v.provider_id and p.deleted_at is null
       where v.tenant_id = ${tx.tenantId} and v.id = any(${idArray(among)}) and ${visible(caller, sql`v.provider_id`)}`)
  const live = await versions('findings', ids)
  const found = new Set(live.map(({ id }) => id))
  const others = ids.filter((id) => !found.has(id))
  // Most ids are of live findings: each id that is looked for in the history is looked for in all its partitions.
  const ended = others.length > 0 ? await versions('finding_history', others) : []
  return new Map([...live, ...ended].map(({ id, ...named }) => [id, named]))
}

/** Each of them once; and the ids that name none. */
export async function namedFindings(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
): Promise<{ found: NamedFinding[]; missing: string[] }> {
  const named = await findingsById(tx, caller, ids)
  const found = new Map(
    [...named.values()].map((one) => [`${one.provider_id} ${one.finding_key}`, one]),
  )
  return { found: [...found.values()], missing: ids.filter((id) => !named.has(id)) }
}

/** Findings that are live, or were, among one key a visible provider. */
async function amongProviders(
  tx: Tx,
  caller: Caller,
  keyIn: (providerId: string) => string,
): Promise<NamedFinding[]> {
  const providers = await tx.rows<{ id: string }>(sql`
    select p.id
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and ${visible(caller, sql`p.id`)}`)
  const keys = providers.map(({ id }) => ({ finding_key: keyIn(id), provider_id: id }))
  return tx.rows<NamedFinding>(sql`
    select k.provider_id, k.finding_key, coalesce(f.uid, h.uid) as uid
      from ${rowTable(keys, 'k', 'finding_key uuid, provider_id uuid')}
      ${newestVersion(tx.tenantId, { providerId: raw('k.provider_id'), key: raw('k.finding_key') })}
     where f.uid is not null or h.uid is not null`)
}

/** Findings with a uid, one a provider; those that are not live any more too. */
export function findingsByUid(tx: Tx, caller: Caller, uid: string): Promise<NamedFinding[]> {
  const finding_key = findingKeyOf(uid)
  return amongProviders(tx, caller, () => finding_key)
}

/** The finding of a triage id. */
export const findingByTriage = async (
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<NamedFinding | undefined> =>
  (await amongProviders(tx, caller, (providerId) => pairId(id, providerId)))[0]
