/** The message after a full scan: new failures, and failures of what had passed. */
import { sql, type Tx } from '../../platform/db/index.ts'
import type { Digest, DigestCondition } from '../../targets/digest.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { currentFindings, findingPage, findingsById } from '../findings/index.ts'
import { scopeOf } from '../providers/index.ts'
import type { FindingKey } from '../versions/index.ts'
import { findingsLink, forwarded, type Site } from './forwarded.ts'
import type { Delivering } from './target.ts'

interface Scan {
  readonly started_at: string
  readonly completed_at: string
  readonly account: string
}

const scanOf = (tx: Tx, id: string): Promise<Scan | undefined> =>
  tx.maybe<Scan>(sql`
    select coalesce(s.started_at, s.inserted_at) as started_at, s.completed_at, coalesce(p.alias, p.uid) as account
      from scans s
      join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id and p.deleted_at is null
     where s.tenant_id = ${tx.tenantId} and s.id = ${id} and s.state = 'completed'`)

/** Findings that a section names. */
const mostNamed = 20

const sections: readonly (readonly [condition: DigestCondition, delta: string])[] = [
  ['new', 'new'],
  ['reopened', 'changed'],
]

/** Failing findings of the scan that are not muted, the worst first, and how many there are. */
async function changed(
  tx: Tx,
  catalog: CheckCatalog,
  { scanId, delta }: { readonly scanId: string; readonly delta: string },
): Promise<{ readonly keys: readonly FindingKey[]; readonly total: number }> {
  // The delivery belongs to a provider; the worker that renders it has no roles.
  const viewer = { tenantId: tx.tenantId, userId: '', unlimitedVisibility: true }
  const scope = await scopeOf(tx, viewer, [])
  const { rows, count } = await findingPage(tx, scope, catalog, {
    filters: [
      { name: 'scan', op: 'eq', value: scanId },
      { name: 'delta', op: 'eq', value: delta },
      { name: 'status', op: 'eq', value: 'FAIL' },
      { name: 'muted', op: 'eq', value: false },
    ],
    sort: [{ key: 'severity', descending: false }],
    page: { number: 1, size: mostNamed },
    fields: new Map([['findings', new Set(['check_id'])]]),
    latest: false,
  })
  const found = await findingsById(
    tx,
    viewer,
    rows.map(({ id }) => id),
  )
  return { keys: rows.flatMap(({ id }) => found.get(id) ?? []), total: count }
}

export interface MessageServices {
  readonly catalog: CheckCatalog
  readonly site: Site
}

/** The message; null where nothing got worse; undefined if the scan was deleted. */
export async function messageOf(
  { integration, inTenant }: Delivering,
  scanId: string,
  { catalog, site }: MessageServices,
): Promise<Digest | null | undefined> {
  const read = await inTenant(async (tx) => {
    const scan = await scanOf(tx, scanId)
    if (!scan) return undefined
    const found = []
    for (const [condition, delta] of sections) {
      const { keys, total } = await changed(tx, catalog, { scanId, delta })
      const rows = await currentFindings(tx, catalog, keys)
      if (total > 0) found.push({ condition, total, rows })
    }
    return { scan, found }
  })
  if (!read) return undefined
  if (read.found.length === 0) return null
  const { scan, found } = read
  return {
    rule: { id: integration.id, name: `Full scan of ${scan.account}`, description: '' },
    window: { from: scan.started_at, to: scan.completed_at },
    sections: await Promise.all(
      found.map(async ({ condition, total, rows }) => ({
        condition,
        total,
        findings: await forwarded(rows, { site }),
      })),
    ),
    link: findingsLink(site, { 'filter[scan]': scanId, 'filter[status]': 'FAIL' }),
  }
}
