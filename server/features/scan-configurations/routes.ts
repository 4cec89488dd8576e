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
import { checkProviders } from '../providers/index.ts'
import { keysOf } from './keys.ts'
import { readConfiguration } from './reading.ts'
import {
  scanConfigurationChange,
  scanConfigurationDraft,
  scanConfigurationKeys,
  scanConfigurations,
} from './resource.ts'
import * as store from './store.ts'

const tag = 'Scan Configuration'
/** Who writes; every member reads. To attach one takes managing providers too. */
const may = 'manage_scans'
const mostConfigurations = 200
const nameTaken = () => taken('/data/attributes/name')

interface Links {
  readonly providers?: readonly string[]
  readonly provider_ids?: readonly string[]
}

/** Attaches what the body names, in whichever of its two forms. */
async function attach(
  tx: Tx,
  caller: Caller,
  id: string,
  { providers, provider_ids }: Links,
): Promise<void> {
  const ids = providers ?? provider_ids
  if (!ids) return
  if (providers && provider_ids)
    throw invalid(
      '/data/attributes/provider_ids',
      'Send the providers here or as a relationship, not both.',
    )
  const pointer = providers ? '/data/relationships/providers' : '/data/attributes/provider_ids'
  const pointerOf = (at: number): string =>
    providers ? `${pointer}/data/${at}/id` : `${pointer}/${at}`
  const seen = new Set<string>()
  for (const [at, one] of ids.entries()) {
    if (seen.has(one)) throw invalid(pointerOf(at), 'This provider is listed twice.', 'duplicate')
    seen.add(one)
  }
  if (!caller.granted.has('manage_providers'))
    throw forbidden(
      'Attaching a scan configuration requires the permission manage_providers.',
      'permission_denied',
      pointer,
    )
  await checkProviders(tx, caller, ids, pointerOf)
  await store.attach(tx, id, ids)
}

/** Changing it changes the scans of all its providers, so the caller must see them all. False: not found. */
async function mayChange(tx: Tx, caller: Caller, id: string): Promise<boolean> {
  if (!(await store.lock(tx, id))) return false
  if (await store.seesAllAttached(tx, caller, id)) return true
  throw forbidden('It is attached to providers that are not visible to you.')
}

export const scanConfigurationRoutes: readonly Endpoint[] = [
  list(
    scanConfigurations,
    '/scan-configurations',
    {
      may: 'any_member',
      tag,
      operationId: 'scan_configurations_list',
      summary: 'List scan configurations',
    },
    ({ tx, caller, query }) => store.page(tx, caller, query),
  ),
  create(
    scanConfigurations,
    '/scan-configurations',
    {
      may,
      draft: scanConfigurationDraft,
      tag,
      operationId: 'scan_configurations_create',
      summary: 'Create a scan configuration and attach it to providers',
    },
    async ({ tx, caller, input: { name, configuration, ...links } }) => {
      if ((await store.count(tx)) >= mostConfigurations)
        throw invalid(
          '',
          `A tenant has at most ${mostConfigurations} scan configurations.`,
          'too_many',
        )
      const reading = await readConfiguration(configuration)
      const id = await unlessDuplicate(nameTaken(), () => store.insert(tx, name, reading))
      await attach(tx, caller, id, links)
      const made = await store.byId(tx, caller, id)
      if (!made) throw new Error('The new scan configuration cannot be read.')
      return made
    },
  ),
  list(
    scanConfigurationKeys,
    '/scan-configurations/schema',
    {
      may: 'any_member',
      tag,
      operationId: 'scan_configurations_schema_list',
      summary: 'List the keys of scan configurations with their defaults',
    },
    async ({ query }) => {
      const rows = await keysOf((type) =>
        query.filters.every(({ value }) => ([value].flat() as string[]).includes(type)),
      )
      return { rows, count: rows.length }
    },
  ),
  show(
    scanConfigurations,
    '/scan-configurations/:id',
    {
      may: 'any_member',
      tag,
      operationId: 'scan_configurations_retrieve',
      summary: 'Get a scan configuration',
    },
    ({ tx, caller, id }) => store.byId(tx, caller, id),
  ),
  change(
    scanConfigurations,
    '/scan-configurations/:id',
    {
      may,
      draft: scanConfigurationChange,
      tag,
      operationId: 'scan_configurations_partial_update',
      summary: 'Update a scan configuration or its providers',
    },
    async ({ tx, caller, id, input: { name, configuration, ...links } }) => {
      if (!(await mayChange(tx, caller, id))) throw notFound()
      const reading = configuration === undefined ? null : await readConfiguration(configuration)
      await unlessDuplicate(nameTaken(), () =>
        store.update(tx, id, { ...(name !== undefined && { name }), reading }),
      )
      await attach(tx, caller, id, links)
      return store.byId(tx, caller, id)
    },
  ),
  remove(
    '/scan-configurations/:id',
    {
      may,
      tag,
      operationId: 'scan_configurations_destroy',
      summary: 'Delete a scan configuration; its providers use the defaults again',
    },
    async ({ tx, caller, id }) => (await mayChange(tx, caller, id)) && store.remove(tx, id),
  ),
]
