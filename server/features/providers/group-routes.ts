import { invalid, notFound } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import {
  change,
  create,
  type Endpoint,
  list,
  relate,
  remove,
  show,
  taken,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import type { Caller, RightsChanged } from '../../platform/tenancy/index.ts'
import * as store from './groups.ts'
import { groupChange, groupDraft, providerGroups } from './resource.ts'
import { checkProviders } from './store.ts'

const may = 'manage_providers'
const tag = 'Provider Group'

async function checkRoles(tx: Tx, ids: readonly string[]): Promise<void> {
  const known = await store.knownRoles(tx, ids)
  const at = ids.findIndex((id) => !known.has(id))
  const pointer = `/data/relationships/roles/data/${at}/id`
  if (at !== -1) throw invalid(pointer, 'There is no role with this ID.', 'not_found')
}

interface GroupLinks {
  readonly providers?: readonly string[]
  readonly roles?: readonly string[]
}

/** Replaces the links of a group that the body contains. */
async function replace(
  tx: Tx,
  caller: Caller,
  id: string,
  { providers, roles }: GroupLinks,
): Promise<void> {
  if (providers) {
    await checkProviders(
      tx,
      caller,
      providers,
      (at) => `/data/relationships/providers/data/${at}/id`,
    )
    await store.unlinkGroup(tx, id, 'providers', { except: providers })
    await store.linkGroup(tx, id, 'providers', providers)
  }
  if (roles) {
    await checkRoles(tx, roles)
    await store.unlinkGroup(tx, id, 'roles', { except: roles })
    await store.linkGroup(tx, id, 'roles', roles)
  }
}

export const groupRoutes = (rightsChanged: RightsChanged): readonly Endpoint[] => [
  list(
    providerGroups,
    '/provider-groups',
    {
      may: 'any_member',
      tag,
      operationId: 'provider_groups_list',
      summary: 'List provider groups',
    },
    ({ tx, caller, query }) => store.groupPage(tx, caller, query),
  ),
  create(
    providerGroups,
    '/provider-groups',
    {
      may,
      draft: groupDraft,
      tag,
      operationId: 'provider_groups_create',
      summary: 'Create a provider group',
    },
    async ({ tx, caller, input: { name, ...links } }) => {
      const id = await unlessDuplicate(taken('/data/attributes/name'), () =>
        store.insertGroup(tx, name),
      )
      await replace(tx, caller, id, links)
      rightsChanged(tx, { kind: 'provider_group' })
      // The caller sees the new group in this response, even if none of their roles has it.
      const made = await store.groupById(tx, id, { ...caller, unlimitedVisibility: true })
      if (!made) throw new Error('The new group cannot be read.')
      return made
    },
  ),
  show(
    providerGroups,
    '/provider-groups/:id',
    {
      may: 'any_member',
      tag,
      operationId: 'provider_groups_retrieve',
      summary: 'Get a provider group',
    },
    ({ tx, caller, id }) => store.groupById(tx, id, caller),
  ),
  change(
    providerGroups,
    '/provider-groups/:id',
    {
      may,
      draft: groupChange,
      tag,
      operationId: 'provider_groups_partial_update',
      summary: 'Update a provider group',
    },
    async ({ tx, caller, id, input: { name, ...links } }) => {
      const before = await store.groupById(tx, id, caller)
      if (!before) throw notFound()
      await unlessDuplicate(taken('/data/attributes/name'), () =>
        store.renameGroup(tx, id, name ?? before.name),
      )
      await replace(tx, caller, id, links)
      rightsChanged(tx, { kind: 'provider_group' })
      return store.groupById(tx, id, caller)
    },
  ),
  remove(
    '/provider-groups/:id',
    { may, tag, operationId: 'provider_groups_destroy', summary: 'Delete a provider group' },
    async ({ tx, caller, id }) => {
      if (!(await store.groupById(tx, id, caller))) return false
      rightsChanged(tx, { kind: 'provider_group' })
      return (await store.deleteGroup(tx, id)) === 1
    },
  ),
  ...relate(
    '/provider-groups/:id/relationships/providers',
    {
      may,
      tag,
      linkage: 'providers',
      operationIds: {
        POST: 'provider_groups_relationships_providers_create',
        PATCH: 'provider_groups_relationships_providers_partial_update',
        DELETE: 'provider_groups_relationships_providers_destroy',
      },
      owner: 'a provider group',
    },
    async ({ tx, caller, id, ids, change }) => {
      if (!(await store.groupById(tx, id, caller))) return false
      if (ids === 'all') await store.unlinkGroup(tx, id, 'providers', { except: [] })
      else if (change === 'remove') await store.unlinkGroup(tx, id, 'providers', { drop: ids })
      else {
        await checkProviders(tx, caller, ids, (at) => `/data/${at}/id`)
        if (change === 'replace') await store.unlinkGroup(tx, id, 'providers', { except: ids })
        await store.linkGroup(tx, id, 'providers', ids)
      }
      rightsChanged(tx, { kind: 'provider_group' })
      return true
    },
  ),
]
