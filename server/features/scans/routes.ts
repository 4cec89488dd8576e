import { invalid, notFound } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import { change, type Endpoint, list, loader, queue, show } from '../../platform/http/index.ts'
import { checkSupported, providerById } from '../providers/index.ts'
import { coverage, scanChange, scanDraft, scans } from './resource.ts'
import { isInReach, queueScan } from './queued.ts'
import * as store from './store.ts'

const tag = 'Scan'

/** A partial scan looks again at resources that an earlier one saw. */
async function checkUids(
  tx: Tx,
  { id, provider: type }: { id: string; provider: string },
  uids: readonly string[],
): Promise<void> {
  const known = await store.knownUids(tx, id, uids)
  for (const [index, uid] of uids.entries()) {
    if (known.has(uid) && isInReach(type, uid)) continue
    const detail = known.has(uid)
      ? 'Scans cannot read this resource. It is known only from an imported file.'
      : 'No scan of this provider has found this resource.'
    throw invalid(`/data/attributes/resource_uids/${index}`, detail, 'unknown_resource')
  }
}

export const scanRoutes: readonly Endpoint[] = [
  list(
    scans,
    '/scans',
    { may: 'any_member', tag, operationId: 'scans_list', summary: 'List scans, newest first' },
    ({ tx, caller, query }) => store.scanPage(tx, caller, query),
  ),
  queue(
    'POST',
    '/scans',
    {
      may: 'manage_scans',
      draft: scanDraft,
      tag,
      operationId: 'scans_create',
      summary: 'Start a scan',
    },
    async ({ tx, caller, input }) => {
      const { provider: providerId, name = null, resource_uids } = input
      const provider = await providerById(tx, providerId, caller)
      if (!provider)
        throw invalid(
          '/data/relationships/provider',
          'There is no provider with this ID.',
          'not_found',
        )
      checkSupported(provider, '/data/relationships/provider')
      const uids = resource_uids ? [...new Set(resource_uids)] : null
      if (uids) await checkUids(tx, provider, uids)
      const asked = { provider_id: providerId, name, resource_uids: uids, user_id: caller.userId }
      const task = await queueScan(tx, asked)
      const waits = await store.waitsFor(tx, { provider_id: providerId, task_id: task.id })
      return { ...task, metadata: { ...task.metadata, ...waits } }
    },
  ),
  show(
    scans,
    '/scans/:id',
    { may: 'any_member', tag, operationId: 'scans_retrieve', summary: 'Get a scan' },
    ({ tx, caller, id }) => store.scanById(tx, id, caller),
  ),
  change(
    scans,
    '/scans/:id',
    {
      may: 'manage_scans',
      draft: scanChange,
      tag,
      operationId: 'scans_partial_update',
      summary: 'Rename a scan',
    },
    async ({ tx, caller, id, input }) => {
      if (!(await store.scanById(tx, id, caller))) throw notFound()
      await store.renameScan(tx, id, input.name)
      return store.scanById(tx, id, caller)
    },
  ),
  list(
    coverage,
    '/scans/:id/coverage',
    {
      may: 'any_member',
      tag,
      operationId: 'scans_coverage_list',
      summary:
        'List the coverage of a scan: what it assessed, and what it could not read, with the reason',
    },
    async ({ tx, caller, id, query }) => {
      if (!(await store.scanById(tx, id, caller))) throw notFound()
      return store.coveragePage(tx, id, query)
    },
  ),
]

export const scanLoaders = [loader(scans, store.scansByIds)]
