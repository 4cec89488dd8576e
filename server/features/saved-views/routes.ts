import { forbidden, invalid, notFound } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import {
  change,
  create,
  type Endpoint,
  list,
  remove,
  show,
  taken,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { savedViewChange, savedViewDraft, savedViews } from './resource.ts'
import * as store from './store.ts'

const about = { may: 'any_member', tag: 'Saved View' } as const
/** Of one member, in one tenant. */
const mostViews = 100

const tooMany = () =>
  invalid(
    '',
    `You have ${mostViews} saved views, which is the maximum. Delete one first.`,
    'too_many',
  )
const nameTaken = () => taken('/data/attributes/name')

/** Throws 404 for what the caller does not see, and 403 for a view that another one shares. */
async function checkOwner(tx: Tx, caller: Caller, id: string): Promise<void> {
  const view = await store.byId(tx, caller, id)
  if (!view) throw notFound()
  if (view.owner === caller.userId) return
  throw forbidden('Only its owner can change a view. You can save a copy as your own.', 'not_owner')
}

export const savedViewRoutes: readonly Endpoint[] = [
  list(
    savedViews,
    '/saved-views',
    {
      ...about,
      operationId: 'saved_views_list',
      summary: 'List your saved views and those that others share',
    },
    ({ tx, caller, query }) => store.page(tx, caller, query),
  ),
  create(
    savedViews,
    '/saved-views',
    {
      ...about,
      draft: savedViewDraft,
      operationId: 'saved_views_create',
      summary: 'Create a saved view',
    },
    async ({ tx, caller, input: { query = '', is_shared = false, ...input } }) => {
      if ((await store.countOf(tx, caller.userId)) >= mostViews) throw tooMany()
      return unlessDuplicate(nameTaken(), () =>
        store.insert(tx, caller, { ...input, query, is_shared }),
      )
    },
  ),
  show(
    savedViews,
    '/saved-views/:id',
    { ...about, operationId: 'saved_views_retrieve', summary: 'Get a saved view' },
    ({ tx, caller, id }) => store.byId(tx, caller, id),
  ),
  change(
    savedViews,
    '/saved-views/:id',
    {
      ...about,
      draft: savedViewChange,
      operationId: 'saved_views_partial_update',
      summary: 'Update your own saved view',
    },
    async ({ tx, caller, id, input }) => {
      await checkOwner(tx, caller, id)
      return unlessDuplicate(nameTaken(), () => store.update(tx, id, input))
    },
  ),
  remove(
    '/saved-views/:id',
    { ...about, operationId: 'saved_views_destroy', summary: 'Delete your own saved view' },
    async ({ tx, caller, id }) => {
      await checkOwner(tx, caller, id)
      return store.remove(tx, id)
    },
  ),
]
