import { invalid, notFound } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import {
  change,
  create,
  type Endpoint,
  type Links,
  list,
  relate,
  remove,
  show,
  taken,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import type { Caller, RightsChanged } from '../../platform/tenancy/index.ts'
import { checkFreeing, checkGiving, checkGranting } from './rank.ts'
import { requireManager, refuseOwnRole, lockRights, refuseAdmin } from './guards.ts'
import { type Role, roleChange, roleDraft, roles } from './resource.ts'
import * as store from './roles.ts'
import { userById } from './store.ts'

const may = 'manage_account'
const tag = 'Role'
type LinkName = 'users' | 'provider_groups'
const words = { users: 'user', provider_groups: 'provider group', roles: 'role' }

/** Refuses ids that the caller cannot see; `pointer` is the path of the ids, without the index. */
export async function checkLinked(
  tx: Tx,
  caller: Caller,
  name: keyof typeof words,
  ids: readonly string[],
  pointer: string,
): Promise<void> {
  const unknown = await store.unknownOf(tx, caller, name, ids)
  const at = ids.findIndex((id) => unknown.has(id))
  if (at === -1) return
  throw invalid(`${pointer}/${at}/id`, `There is no such ${words[name]}.`, 'not_found')
}

/** Replaces what a role is linked to. */
async function replace(
  { tx, caller }: { readonly tx: Tx; readonly caller: Caller },
  role: string,
  name: LinkName,
  ids: readonly string[],
): Promise<void> {
  await checkLinked(tx, caller, name, ids, `/data/relationships/${name}/data`)
  await store.unlink(tx, name, { role }, { except: ids })
  await store.link(tx, name, { roles: [role], others: ids })
}

async function changeRole(
  tx: Tx,
  caller: Caller,
  id: string,
  { users, provider_groups, ...attributes }: RoleChange,
): Promise<void> {
  await lockRights(tx)
  const before = await read(tx, id)
  refuseAdmin(before)
  await checkGiving(tx, caller, [id])
  await checkGranting(tx, caller, store.changed(before, attributes))
  if (attributes.name !== undefined && attributes.name !== before.name) {
    await checkFreeing(tx, caller, before)
  }
  const asked = { tx, caller }
  if (users) {
    const isDropped =
      !users.includes(caller.userId) && (await store.isHeldBy(tx, id, caller.userId))
    refuseOwnRole(caller, isDropped ? [caller.userId] : [])
    await replace(asked, before.id, 'users', users)
  }
  if (provider_groups) await replace(asked, before.id, 'provider_groups', provider_groups)
  await unlessDuplicate(taken('/data/attributes/name'), () =>
    store.changeRole(tx, before, attributes),
  )
  await requireManager(tx)
}
type RoleChange = store.Grants & {
  readonly name?: string
  readonly users?: readonly string[]
  readonly provider_groups?: readonly string[]
}

const read = async (tx: Tx, id: string): Promise<Role> => {
  const role = await store.roleById(tx, id)
  if (!role) throw notFound()
  return role
}

export const roleRoutes = (rightsChanged: RightsChanged): readonly Endpoint[] => [
  list(
    roles,
    '/roles',
    { may, tag, operationId: 'roles_list', summary: 'List roles' },
    ({ tx, query }) => store.rolePage(tx, query),
  ),
  create(
    roles,
    '/roles',
    { may, draft: roleDraft, tag, operationId: 'roles_create', summary: 'Create a role' },
    async ({ tx, caller, input: { name, users = [], provider_groups = [], ...grants } }) => {
      await lockRights(tx)
      await checkGranting(tx, caller, store.complete(grants))
      const id = await unlessDuplicate(taken('/data/attributes/name'), () =>
        store.insertRole(tx, name, grants),
      )
      await replace({ tx, caller }, id, 'users', users)
      await replace({ tx, caller }, id, 'provider_groups', provider_groups)
      rightsChanged(tx, { kind: 'role' })
      return read(tx, id)
    },
  ),
  show(
    roles,
    '/roles/:id',
    { may, tag, operationId: 'roles_retrieve', summary: 'Get a role' },
    ({ tx, id }) => store.roleById(tx, id),
  ),
  change(
    roles,
    '/roles/:id',
    { may, draft: roleChange, tag, operationId: 'roles_partial_update', summary: 'Update a role' },
    async ({ tx, caller, id, input }) => {
      await changeRole(tx, caller, id, input)
      rightsChanged(tx, { kind: 'role' })
      return read(tx, id)
    },
  ),
  remove(
    '/roles/:id',
    { may, tag, operationId: 'roles_destroy', summary: 'Delete a role' },
    async ({ tx, caller, id }) => {
      await lockRights(tx)
      const role = await read(tx, id)
      refuseAdmin(role)
      const isOwn = await store.isHeldBy(tx, id, caller.userId)
      refuseOwnRole(caller, isOwn ? [caller.userId] : [])
      await checkGiving(tx, caller, [id])
      await checkFreeing(tx, caller, role)
      await store.deleteRole(tx, id)
      rightsChanged(tx, { kind: 'role' })
      await requireManager(tx)
      return true
    },
  ),
  ...relate(
    '/roles/:id/relationships/provider_groups',
    {
      may,
      tag,
      linkage: 'provider-groups',
      operationIds: {
        POST: 'roles_relationships_provider_groups_create',
        PATCH: 'roles_relationships_provider_groups_partial_update',
        DELETE: 'roles_relationships_provider_groups_destroy',
      },
      owner: 'a role',
    },
    async ({ tx, caller, id, ...links }) => {
      refuseAdmin(await read(tx, id))
      await lockRights(tx)
      await checkGiving(tx, caller, [id])
      await relink({ tx, caller }, 'provider_groups', { role: id }, links)
      rightsChanged(tx, { kind: 'role' })
      return true
    },
  ),
  ...relate(
    '/users/:id/relationships/roles',
    {
      may,
      tag: 'User',
      linkage: 'roles',
      operationIds: {
        POST: 'users_relationships_roles_create',
        PATCH: 'users_relationships_roles_partial_update',
        DELETE: 'users_relationships_roles_destroy',
      },
      owner: 'a user',
    },
    async ({ tx, id, caller, ...links }) => {
      await lockRights(tx)
      const user = await userById(tx, id, true, caller.userId)
      if (!user) return false
      const { ids, change } = links
      const had = new Set(user.roles)
      const named = ids === 'all' ? had : new Set(ids)
      const dropped = {
        add: new Set<string>(),
        replace: had.difference(named),
        remove: had.intersection(named),
      }[change]
      if (dropped.size > 0) refuseOwnRole(caller, [id])
      const added = change === 'remove' ? [] : named.difference(had)
      await checkGiving(tx, caller, [...dropped, ...added])
      await relink({ tx, caller }, 'users', { other: id }, links)
      rightsChanged(tx, { kind: 'role', user: id })
      await requireManager(tx)
      return true
    },
  ),
]

/** Adds, replaces or removes links of a role, or the roles of a user. */
async function relink(
  { tx, caller }: { readonly tx: Tx; readonly caller: Caller },
  name: LinkName,
  of: { readonly role: string } | { readonly other: string },
  { change, ids }: Links,
): Promise<void> {
  if (ids === 'all') return store.unlink(tx, name, of, { except: [] })
  if (change === 'remove') return store.unlink(tx, name, of, { drop: ids })
  await checkLinked(tx, caller, 'role' in of ? name : 'roles', ids, '/data')
  if (change === 'replace') await store.unlink(tx, name, of, { except: ids })
  const ends = 'role' in of ? { roles: [of.role], others: ids } : { roles: ids, others: [of.other] }
  await store.link(tx, name, ends)
}
