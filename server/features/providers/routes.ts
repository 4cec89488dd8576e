import { conflict, invalid, notFound, oneOf } from '@plumbline/jsonapi'
import {
  change,
  create,
  type Endpoint,
  list,
  loader,
  queue,
  remove,
  show,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import type { RightsChanged } from '../../platform/tenancy/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { checkExternalId } from './ambient.ts'
import { groupRoutes } from './group-routes.ts'
import { groupsByIds } from './groups.ts'
import { kindRoutes } from './kind-routes.ts'
import {
  providerChange,
  providerDraft,
  providerGroups,
  providers,
  providerSecrets,
  secretChange,
  secretDraft,
} from './resource.ts'
import * as secrets from './secrets.ts'
import * as store from './store.ts'
import { checkSupported } from './supported.ts'
import { checkConnection, deleteProvider } from './tasks.ts'
import { readSecret, readUid } from './types.ts'

const tag = 'Provider'
const disable = { 'page[disable]': oneOf('true', 'false') }

const secretRoutes = (vault: Vault): readonly Endpoint[] => [
  list(
    providerSecrets,
    '/providers/secrets',
    {
      may: 'manage_providers',
      tag,
      operationId: 'providers_secrets_list',
      summary: 'List secrets, without their credentials',
    },
    ({ tx, caller, query }) => secrets.secretPage(tx, caller, query),
  ),
  create(
    providerSecrets,
    '/providers/secrets',
    {
      may: 'manage_providers',
      draft: secretDraft,
      tag,
      operationId: 'providers_secrets_create',
      summary: 'Create the secret of a provider',
    },
    async ({ tx, caller, input }) => {
      const { provider: id, name = null, secret_type, secret } = input
      const provider = await store.providerById(tx, id, caller)
      if (!provider)
        throw invalid(
          '/data/relationships/provider',
          'There is no provider with this ID.',
          'not_found',
        )
      const checked = readSecret(provider.provider, secret_type, secret)
      checkExternalId(provider.provider, checked, tx.tenantId)
      const taken = conflict(
        '/data/relationships/provider',
        'The provider already has a secret. Update it instead.',
      )
      const secretId = await unlessDuplicate(taken, () =>
        secrets.insertSecret(tx, vault, { provider: id, name, secret_type, secret: checked }),
      )
      const row = await secrets.secretById(tx, secretId, caller)
      if (!row) throw new Error('The new secret cannot be read.')
      return row
    },
  ),
  show(
    providerSecrets,
    '/providers/secrets/:id',
    {
      may: 'manage_providers',
      tag,
      operationId: 'providers_secrets_retrieve',
      summary: 'Get a secret, without its credentials',
    },
    ({ tx, caller, id }) => secrets.secretById(tx, id, caller),
  ),
  change(
    providerSecrets,
    '/providers/secrets/:id',
    {
      may: 'manage_providers',
      draft: secretChange,
      tag,
      operationId: 'providers_secrets_partial_update',
      summary: 'Update a secret',
    },
    async ({ tx, caller, id, input }) => {
      const row = await secrets.secretById(tx, id, caller)
      const provider = row?.provider && (await store.providerById(tx, row.provider, caller))
      if (!row || !provider) throw notFound()
      if (input.secret_type && !input.secret) {
        throw invalid(
          '/data/attributes/secret',
          'To change the type, send a new secret too.',
          'required',
        )
      }
      const { secret: written, ...names } = input
      const type = input.secret_type ?? row.secret_type
      const secret = written && readSecret(provider.provider, type, written)
      if (secret) checkExternalId(provider.provider, secret, tx.tenantId)
      await secrets.changeSecret(tx, vault, id, { ...names, ...(secret && { secret }) })
      return secrets.secretById(tx, id, caller)
    },
  ),
  remove(
    '/providers/secrets/:id',
    {
      may: 'manage_providers',
      tag,
      operationId: 'providers_secrets_destroy',
      summary: 'Delete a secret',
    },
    async ({ tx, caller, id }) => {
      const row = await secrets.secretById(tx, id, caller)
      return row !== undefined && (await secrets.deleteSecret(tx, id)) === 1
    },
  ),
]

export const providerRoutes = (vault: Vault, rightsChanged: RightsChanged): readonly Endpoint[] => [
  list(
    providers,
    '/providers',
    {
      may: 'any_member',
      tag,
      operationId: 'providers_list',
      summary: 'List providers',
      extra: disable,
      unpaged: ({ extra }) => extra['page[disable]'] === 'true',
    },
    ({ tx, caller, query }) =>
      store.providerPage(tx, caller, query, query.extra['page[disable]'] === 'true'),
  ),
  create(
    providers,
    '/providers',
    {
      may: 'manage_providers',
      draft: providerDraft,
      tag,
      operationId: 'providers_create',
      summary: 'Create a provider',
    },
    async ({ tx, caller, input }) => {
      const uid = readUid(input.provider, input.uid)
      const taken = conflict('/data/attributes/uid', 'This account is already connected.')
      const id = await unlessDuplicate(taken, () => store.insertProvider(tx, { ...input, uid }))
      const row = await store.providerById(tx, id, { ...caller, unlimitedVisibility: true })
      if (!row) throw new Error('The new provider cannot be read.')
      return row
    },
  ),
  ...secretRoutes(vault),
  ...groupRoutes(rightsChanged),
  ...kindRoutes,
  show(
    providers,
    '/providers/:id',
    { may: 'any_member', tag, operationId: 'providers_retrieve', summary: 'Get a provider' },
    ({ tx, caller, id }) => store.providerById(tx, id, caller),
  ),
  change(
    providers,
    '/providers/:id',
    {
      may: 'manage_providers',
      draft: providerChange,
      tag,
      operationId: 'providers_partial_update',
      summary: 'Update the alias of a provider',
    },
    async ({ tx, caller, id, input }) => {
      if (!(await store.providerById(tx, id, caller))) throw notFound()
      await store.renameProvider(tx, id, input.alias)
      return store.providerById(tx, id, caller)
    },
  ),
  queue(
    'DELETE',
    '/providers/:id',
    {
      may: 'manage_providers',
      tag,
      operationId: 'providers_destroy',
      summary: 'Delete a provider and all its data',
    },
    async ({ tx, caller, id }) => {
      if (!(await store.providerById(tx, id, caller))) return undefined
      await store.hideProvider(tx, id)
      rightsChanged(tx, { kind: 'resource' }) // whatever hangs on the account is deleted with it
      const task_args = { provider_id: id }
      return deleteProvider.enqueue(
        tx,
        { provider_id: id },
        { provider_id: id, user_id: caller.userId, task_args },
      )
    },
  ),
  queue(
    'POST',
    '/providers/:id/connection',
    {
      may: 'manage_providers',
      tag,
      operationId: 'providers_connection_create',
      summary: 'Test a connection',
    },
    async ({ tx, caller, id }) => {
      const provider = await store.providerById(tx, id, caller)
      if (!provider) return undefined
      checkSupported(provider)
      const task_args = { provider_id: id }
      return checkConnection.enqueue(
        tx,
        { provider_id: id },
        { provider_id: id, user_id: caller.userId, task_args },
      )
    },
  ),
]

export const providerLoaders = [
  loader(providers, store.providersByIds),
  loader(providerGroups, groupsByIds),
]
