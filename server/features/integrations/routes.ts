import { conflict, forbidden, invalid, notFound, type Problem } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
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
import type { Caller } from '../../platform/tenancy/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { checkProviders } from '../providers/index.ts'
import { checkIntegration } from './connection.ts'
import * as credentials from './credentials.ts'
import { endOverdue } from './delivery-store.ts'
import { integrationChange, integrationDraft, integrations } from './resource.ts'
import * as store from './store.ts'
import {
  goesToAnother,
  readConfiguration,
  readCredentials,
  shownOf,
  type TypeName,
  typeOf,
} from './types.ts'

export const about = { may: 'manage_integrations', tag: 'Integration' } as const
const mostIntegrations = 200

const providersAt = '/data/relationships/providers'
/** The problem returned for a duplicate integration. */
function takenOf(type: TypeName): Problem {
  const { name, providers } = typeOf(type)
  return providers === 'one'
    ? conflict(`${providersAt}/data/0/id`, `This provider already has an integration with ${name}.`)
    : conflict(
        '/data/attributes/credentials/domain',
        `This ${name} site already has an integration.`,
      )
}

/** Throws 400 for providers that the caller does not see, or that an integration of this type does not take. */
async function readProviders(
  tx: Tx,
  caller: Caller,
  type: TypeName,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { name, providers: takes } = typeOf(type)
  const pointerOf = (at: number): string => `${providersAt}/data/${at}/id`
  if (takes === 'none' && ids.length > 0)
    throw invalid(providersAt, `An integration with ${name} must not have providers.`)
  if (takes === 'one' && ids.length !== 1)
    throw invalid(providersAt, `An integration with ${name} must have exactly one provider.`)
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (twice !== -1) throw invalid(pointerOf(twice), 'This provider is listed twice.', 'duplicate')
  if (ids.length === 0) return ids
  await checkProviders(tx, caller, ids, pointerOf)
  const other = takes === 'one' ? await store.otherKind(tx, ids, 'aws') : undefined
  if (other !== undefined)
    throw invalid(pointerOf(ids.indexOf(other)), `${name} requires an AWS provider.`)
  return ids
}

/** What there is one integration of its type for. */
const uniqueOf = (
  type: TypeName,
  {
    secret,
    providers,
  }: {
    secret?: Readonly<Record<string, unknown>> | undefined
    providers?: readonly string[] | undefined
  },
) => ({
  domain: typeof secret?.['domain'] === 'string' ? secret['domain'] : null,
  provider_id: (typeOf(type).providers === 'one' && providers?.[0]) || null,
})

/** A change of it changes what is sent about all its providers, so the caller has to see them. Throws 404 and 403. */
export async function mayChange(tx: Tx, caller: Caller, id: string): Promise<store.Written> {
  const written = await store.locked(tx, id, caller)
  if (!written) throw notFound()
  if (!written.sees_all)
    throw forbidden(
      'It is attached to providers that are not visible to you or were deleted. A user who can see all providers can change it.',
    )
  return written
}

export const integrationRoutes = (vault: Vault): readonly Endpoint[] => [
  list(
    integrations,
    '/integrations',
    { ...about, operationId: 'integrations_list', summary: 'List integrations' },
    ({ tx, caller, query }) => store.page(tx, caller, query),
  ),
  create(
    integrations,
    '/integrations',
    {
      ...about,
      draft: integrationDraft,
      operationId: 'integrations_create',
      summary: 'Create an integration',
    },
    async ({ tx, caller, input }) => {
      const { integration_type: type, enabled = true } = input
      if ((await store.count(tx)) >= mostIntegrations)
        throw invalid('', `A tenant has at most ${mostIntegrations} integrations.`, 'too_many')
      const configuration = readConfiguration(type, input.configuration)
      const secret = readCredentials(type, input.credentials, tx.tenantId)
      const providers = await readProviders(tx, caller, type, input.providers ?? [])
      const unique = uniqueOf(type, { secret, providers })
      const id = await unlessDuplicate(takenOf(type), () =>
        store.insert(tx, {
          integration_type: type,
          configuration,
          enabled,
          ...unique,
          learned: shownOf(secret),
        }),
      )
      await credentials.seal(tx, vault, id, secret)
      await store.attach(tx, id, providers)
      return store.byId(tx, id, caller)
    },
  ),
  show(
    integrations,
    '/integrations/:id',
    { ...about, operationId: 'integrations_retrieve', summary: 'Get an integration' },
    ({ tx, caller, id }) => store.byId(tx, id, caller),
  ),
  change(
    integrations,
    '/integrations/:id',
    {
      ...about,
      draft: integrationChange,
      operationId: 'integrations_partial_update',
      summary: 'Update an integration, its credentials or its providers',
    },
    async ({ tx, caller, id, input }) => {
      const { integration_type: type, ...before } = await mayChange(tx, caller, id)
      if (input.integration_type !== undefined && input.integration_type !== type)
        throw invalid(
          '/data/attributes/integration_type',
          'The type of an integration cannot be changed. Create another integration instead.',
        )
      const configuration =
        input.configuration && readConfiguration(type, input.configuration, before.configuration)
      const secret = input.credentials && readCredentials(type, input.credentials, tx.tenantId)
      if (configuration && !secret && goesToAnother(type, before.configuration, configuration))
        throw invalid(
          '/data/attributes/credentials',
          'Required if the address changes, because the stored credentials belong to the previous address.',
          'required',
        )
      const providers = input.providers && (await readProviders(tx, caller, type, input.providers))
      const { domain, provider_id } = uniqueOf(type, { secret, providers })
      await unlessDuplicate(takenOf(type), () =>
        store.update(tx, id, {
          enabled: input.enabled,
          configuration,
          domain: domain ?? undefined,
          provider_id: provider_id ?? undefined,
          learned: secret || provider_id ? shownOf(secret ?? {}) : undefined,
          isOther: Boolean(configuration ?? secret ?? provider_id),
        }),
      )
      if (input.enabled && !before.enabled) await endOverdue(tx, id)
      if (secret) await credentials.seal(tx, vault, id, secret)
      if (providers) await store.attach(tx, id, providers)
      return store.byId(tx, id, caller)
    },
  ),
  remove(
    '/integrations/:id',
    {
      ...about,
      operationId: 'integrations_destroy',
      summary: 'Delete an integration; pending deliveries are dropped',
    },
    async ({ tx, caller, id }) => {
      await mayChange(tx, caller, id)
      return store.remove(tx, id)
    },
  ),
  queue(
    'POST',
    '/integrations/:id/connection',
    { ...about, operationId: 'integrations_connection_create', summary: 'Test a connection' },
    async ({ tx, caller, id }) => {
      await mayChange(tx, caller, id)
      const row = await store.byId(tx, id, caller)
      const { ids, count } = row?.providers ?? { ids: [], count: 0 }
      // The task of an integration with more providers than are read is shown as if it was about every account.
      const provider_ids = count > ids.length ? [] : ids
      const [provider_id, ...others] = provider_ids
      return checkIntegration.enqueue(
        tx,
        { integration_id: id },
        {
          user_id: caller.userId,
          // Who does not see its providers does not see the task either.
          task_args: { integration_id: id, ...(others.length > 0 && { provider_ids }) },
          ...(provider_id !== undefined && others.length === 0 && { provider_id }),
        },
      )
    },
  ),
]

export const integrationLoaders = [loader(integrations, store.byIds)]
