/** The content of a rule's message until it is sent: only ids, which are resolved on sending. */
import { createHash } from 'node:crypto'
import { idArray, sql, type Tx } from '../../platform/db/index.ts'
import { allowed, type Rights, rightsOf, type Viewer } from '../../platform/tenancy/index.ts'
import type { Digest, DigestCondition } from '../../targets/digest.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { currentFindings } from '../findings/index.ts'
import type { FindingKey } from '../versions/index.ts'
import { scopeOf } from '../providers/index.ts'
import { forwarded, type Site } from './forwarded.ts'

export interface StoredSection {
  readonly condition: DigestCondition
  readonly total: number
  readonly findings: readonly FindingKey[]
  /** Accounts, of `connection_lost` alone. */
  readonly providers: readonly string[]
}

export interface StoredDigest extends Pick<Digest, 'rule' | 'window'> {
  readonly sections: readonly StoredSection[]
  /** The author whose visibility it was evaluated with. */
  readonly author: string
  /** The accounts that its totals may be about; null: all. */
  readonly accounts: readonly string[] | null
}

/** The current rights of a message's author; undefined if they left or may not have rules any more. */
export async function authorOf(
  tx: Tx,
  { author }: Pick<StoredDigest, 'author'>,
): Promise<Rights | undefined> {
  const rights = await rightsOf(tx, author)
  return rights && allowed(rights, 'manage_alerts') ? rights : undefined
}

interface Sight {
  /** Accounts that are there and that the author sees now. */
  readonly seen: ReadonlySet<string>
  /** Accounts that are there, that the totals may be about, and that the author does not see any more. */
  readonly unseen: readonly string[]
}

async function sightOf(
  tx: Tx,
  viewer: Viewer,
  { accounts }: Pick<StoredDigest, 'accounts'>,
): Promise<Sight> {
  const there = new Set((await scopeOf(tx, { ...viewer, unlimitedVisibility: true }, [])).ids)
  const seen = new Set((await scopeOf(tx, viewer, [])).ids)
  const unseen = [...(accounts ?? there)].filter((id) => there.has(id) && !seen.has(id))
  return { seen, unseen: unseen.toSorted() }
}

/** A text that is another one when the author sees less of what it is about, or more, than before. */
export async function sightMark(tx: Tx, viewer: Viewer, kept: StoredDigest): Promise<string> {
  const { unseen } = await sightOf(tx, viewer, kept)
  return createHash('sha256').update(unseen.join()).digest('base64url')
}

interface LostProvider {
  readonly id: string
  readonly type: string
  readonly uid: string
  readonly alias: string | null
  readonly since: string | null
}

const lostProviders = (tx: Tx, ids: readonly string[]): Promise<LostProvider[]> =>
  tx.rows<LostProvider>(sql`
    select p.id, p.provider as type, p.uid, p.alias, p.connection_last_checked_at as since
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.id = any(${idArray(ids)}) and p.deleted_at is null`)

const view = new URLSearchParams({ 'filter[status]': 'FAIL', 'filter[muted]': 'false' })

/**
 * Deleted findings and accounts are counted but not named. Those that the author can no longer see are neither: then
 * totals include only named findings, since other counts by account are unknown. Null if nothing is left.
 */
export async function digestOf(
  tx: Tx,
  kept: StoredDigest,
  {
    catalog,
    site,
    viewer,
  }: { readonly catalog: CheckCatalog; readonly site: Site; readonly viewer: Viewer },
): Promise<Digest | null> {
  const { rule, window, sections } = kept
  const { address } = site
  const { seen, unseen } = await sightOf(tx, viewer, kept)
  const isNarrowed = unseen.length > 0
  const shown: Digest['sections'][number][] = []
  for (const { condition, total, findings: keys, providers } of sections) {
    const named = keys.filter(({ provider_id }) => seen.has(provider_id))
    const ids = providers.filter((id) => seen.has(id))
    if (isNarrowed && named.length + ids.length === 0) continue
    const findings = await forwarded(await currentFindings(tx, catalog, named), { site })
    const lost = ids.length === 0 ? [] : await lostProviders(tx, ids)
    shown.push({
      condition,
      total: isNarrowed ? findings.length + lost.length : total,
      findings,
      connections: lost.map(({ type, uid, alias, since }) => ({
        provider: { type, uid, alias },
        since,
        link: address === null ? null : `${address}/providers`,
      })),
    })
  }
  if (isNarrowed && shown.length === 0) return null
  const link = address === null ? null : `${address}/findings?${view}`
  return { rule, window, sections: shown, link }
}
