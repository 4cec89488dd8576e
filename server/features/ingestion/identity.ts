/**
 * Which finding a record of a file is about: by its producer's uid and its resource. Scanners use one uid for findings
 * of several resources. The finding of the uid alone is about one of them; each other resource has a separate finding.
 */
import { idArray, sql, type Tx } from '../../platform/db/index.ts'
import { findingKeyOf, isOnResource, type Staged, uidOnResource } from '../versions/index.ts'
import type { FileSlice, Source } from './batches.ts'

/** The resource of a finding that is stored. */
interface Owner {
  /** Null: it is not known. */
  readonly resource_key: string | null
  /** Records of other resources have separate findings. */
  readonly isFixed: boolean
}

/**
 * Slices in which findings of one uid on different resources have different uids and keys. `isFirst`: nothing else has
 * recorded findings of this provider.
 */
export async function onTheirResources(
  tx: Tx,
  { providerId, isFirst }: { readonly providerId: string; readonly isFirst: boolean },
  slices: readonly FileSlice[],
): Promise<readonly FileSlice[]> {
  const staged = slices.flatMap((slice) => slice.staged)
  const owners = await ownersOf(tx, providerId, staged)
  // Then a uid without a finding has none on other resources either, and needs no second look.
  if (isFirst && !staged.some(({ uid }) => isOnResource(uid))) {
    const open = staged.filter(({ finding_key }) => !owners.has(finding_key))
    for (const { finding_key, resource_key } of firstOfEach(slices, open))
      owners.set(finding_key, { resource_key, isFixed: true })
  }
  const isOwn = ({ finding_key, resource_key }: Staged): boolean =>
    owners.get(finding_key)?.resource_key === resource_key
  const others = staged.filter((one) => !isOwn(one))
  if (others.length === 0) return slices
  const derived = new Map(others.map((one) => [one, onResource(one)]))
  const known = await ownersOf(tx, providerId, [...derived.values()])
  const owned = new Set(staged.filter(isOwn).map(({ finding_key }) => finding_key))
  // A uid whose resource is open is of the resource that the file names first with it.
  for (const one of inOrder(slices, others)) {
    const { finding_key, resource_key } = one
    if (owned.has(finding_key) || owners.get(finding_key)?.isFixed) continue
    if (known.has(derived.get(one)?.finding_key ?? '')) continue
    owners.set(finding_key, { resource_key, isFixed: true })
  }
  const identified = (one: Staged): Staged => (isOwn(one) ? one : (derived.get(one) ?? one))
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

/** Of each key the finding that the file names first. */
function firstOfEach(slices: readonly FileSlice[], staged: readonly Staged[]): Iterable<Staged> {
  const first = new Map(staged.map((one) => [one.finding_key, one]))
  if (first.size === staged.length) return staged
  for (const one of inOrder(slices, staged).toReversed()) first.set(one.finding_key, one)
  return first.values()
}

/**
 * By key, the resources of live findings. Uids of Plumbline's scanner name their resource: if a scan has seen the
 * finding, a file may spell the resource differently.
 */
async function ownersOf(
  tx: Tx,
  providerId: string,
  staged: readonly Staged[],
): Promise<Map<string, Owner>> {
  const keys = staged.map(({ finding_key }) => finding_key)
  const rows = await tx.rows<Owner & { readonly finding_key: string }>(sql`
    select f.finding_key, r.resource_key, r.resource_key is not null and f.unit like 'import/%' as "isFixed"
      from findings f
      left join resources r on r.tenant_id = f.tenant_id and r.id = f.resource_id
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId}
       and f.finding_key = any(${idArray(keys)})`)
  return new Map(rows.map(({ finding_key, ...owner }) => [finding_key, owner]))
}
