/**
 * Which finding a record of a file is about: by its producer's uid and its resource. Scanners give one uid to findings of
 * several resources. The finding of the uid alone is about one of them; each other resource has a finding of its own.
 */
import { idArray, sql, type Tx } from '../../platform/db/index.ts'
import { findingKeyOf, type Staged, uidOnResource } from '../observations/index.ts'
import type { FileSlice, Source } from './batches.ts'

/** Uids of our own scanner name their region and resource: they are of one resource, whatever a file writes. */
const ourUid = /^plumbline-[a-z0-9]+-/

/** Slices in which findings of one uid on different resources have different uids and keys. */
export async function onTheirResources(
  tx: Tx,
  providerId: string,
  slices: readonly FileSlice[],
): Promise<readonly FileSlice[]> {
  const staged = slices.flatMap((slice) => slice.staged.filter(({ uid }) => !ourUid.test(uid)))
  const owners = await resourcesOf(
    tx,
    providerId,
    staged.map(({ finding_key }) => finding_key),
  )
  const others = staged.filter((one) => owners.get(one.finding_key) !== one.resource_key)
  if (others.length === 0) return slices
  const derived = new Map(others.map((one) => [one, onResource(one)]))
  const known = await resourcesOf(
    tx,
    providerId,
    [...derived.values()].map(({ finding_key }) => finding_key),
  )
  // A finding that nothing is known of is about the resource that the file names first with its uid.
  for (const one of inOrder(slices, others)) {
    const isKnown = known.has(derived.get(one)?.finding_key ?? '')
    if (!isKnown && (owners.get(one.finding_key) ?? null) === null)
      owners.set(one.finding_key, one.resource_key)
  }
  const identified = (one: Staged): Staged =>
    owners.get(one.finding_key) === one.resource_key ? one : (derived.get(one) ?? one)
  return slices.map((slice) => {
    const sources = new Map<Staged, Source>()
    const findings = slice.staged.map((one) => {
      const own = identified(one)
      const source = slice.sources.get(one)
      if (source) sources.set(own, source)
      return own
    })
    return { ...slice, staged: findings, sources }
  })
}

function onResource(one: Staged): Staged {
  const uid = uidOnResource(one.uid, one.resource_key)
  return { ...one, uid, finding_key: findingKeyOf(uid) }
}

/** In the order of the file. */
function inOrder(slices: readonly FileSlice[], staged: readonly Staged[]): Staged[] {
  const records = new Map(slices.flatMap(({ sources }) => [...sources]))
  const recordOf = (one: Staged): number => records.get(one)?.record ?? 0
  return staged.toSorted((a, b) => recordOf(a) - recordOf(b))
}

/** By key, the resource of findings that are live or closed; null where it is not known any more. */
async function resourcesOf(
  tx: Tx,
  providerId: string,
  keys: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await tx.rows<{ finding_key: string; resource_key: string | null }>(sql`
    select f.finding_key, r.resource_key
      from (select v.finding_key, v.resource_id
              from findings v
             where v.tenant_id = ${tx.tenantId} and v.provider_id = ${providerId}
               and v.finding_key = any(${idArray(keys)})
            union all
            select c.finding_key, h.resource_id
              from closed_findings c
              left join lateral (
                select v.resource_id
                  from finding_history v
                 where v.tenant_id = c.tenant_id and v.provider_id = c.provider_id
                   and v.finding_key = c.finding_key
                 order by v.seq_from desc
                 limit 1) h on true
             where c.tenant_id = ${tx.tenantId} and c.provider_id = ${providerId}
               and c.finding_key = any(${idArray(keys)})) f
      left join resources r on r.tenant_id = ${tx.tenantId} and r.id = f.resource_id`)
  return new Map(rows.map(({ finding_key, resource_key }) => [finding_key, resource_key]))
}
