import { uuid } from '@plumbline/jsonapi'
import { providers, type TestedConnection } from '@plumbline/scanner'
import { audit } from '../../platform/audit/index.ts'
import { type Database, deleteSome, sql, type Table, type Tx } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import {
  HandedBack,
  rowByRow,
  type Running,
  type Sweep,
  taskHeld,
  taskWith,
} from '../../platform/tasks/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { isConnectedAccount, otherAccount } from './identity.ts'
import { type Account, openAccount } from './secrets.ts'
import {
  dropProvider,
  firstProvider,
  deleteProviderRow,
  kindOfProvider,
  providerWithoutDeletion,
  noteConnection,
} from './store.ts'

/** Tests the access to an account, and identifies it. `error` is a sentence for people. */
export type TestConnection = (
  account: Account,
  configuration: Configuration,
  signal: AbortSignal,
) => Promise<Omit<TestedConnection, 'code'>>

type Configuration = Readonly<Record<string, unknown>>

export interface ConnectionServices {
  readonly vault: Vault
  readonly testConnection: TestConnection
  /** The scan configuration of a provider; empty where it has none. */
  readonly configurationOf: (tx: Tx, providerId: string) => Promise<Configuration>
}

/** Ends work of a provider that is being deleted, a bounded number at a time; 0 when none is left. */
export type EndWork = (tx: Tx, providerId: string) => Promise<number>

const input = { provider_id: uuid }

/**
 * One test at a time of a tenant's accounts whose hosts its members named: such a host may be slow on purpose, and
 * tests of other tenants wait for a place as well.
 */
class Turns {
  readonly #taken = new Set<string>()

  async run<T>(tenantId: string, isBounded: boolean, work: () => Promise<T>): Promise<T> {
    if (!isBounded) return work()
    if (this.#taken.has(tenantId))
      throw new HandedBack('The test is waiting for another test of this tenant.')
    this.#taken.add(tenantId)
    try {
      return await work()
    } finally {
      this.#taken.delete(tenantId)
    }
  }
}

export const checkConnection = taskWith(
  'provider-connection-check',
  (services: ConnectionServices) => {
    const turns = new Turns()
    return {
      input,
      may: 'manage_providers',
      async run({ provider_id }, running) {
        const found = await running.inTenant((tx) => kindOfProvider(tx, provider_id))
        const isBounded = found !== undefined && providers[found.provider]?.originOf !== undefined
        return turns.run(running.tenantId, isBounded, () => tested(services, provider_id, running))
      },
    }
  },
)

async function tested(
  { vault, testConnection, configurationOf }: ConnectionServices,
  provider_id: string,
  { inTenant, taskId, signal }: Running,
) {
  const { account, configuration, asked } = await inTenant(async (tx) => {
    const held = taskHeld(tx, taskId, sql`p.id`)
    const { now } = await tx.single<{ now: string }>(sql`select now() as now`)
    return {
      account: await openAccount(tx, vault, {
        providerId: provider_id,
        held,
        work: { name: 'provider-connection-check', taskId },
      }),
      configuration: await configurationOf(tx, provider_id),
      asked: now,
    }
  })
  if (!account) return { connected: false, error: 'The provider was deleted.' }
  const noSecret = 'The provider has no secret. Add one with POST /providers/secrets.'
  const { identity, ...result } = account.secret
    ? await testConnection(account, configuration, signal)
    : { connected: false, error: noSecret, identity: null }
  return inTenant(async (tx) => {
    const noted = await noteConnection(tx, provider_id, result.connected, asked)
    // If the secret was replaced meanwhile, the result does not apply to the account.
    if (!result.connected || noted === 0) return result
    if (await isConnectedAccount(tx, provider_id, identity)) return result
    await noteConnection(tx, provider_id, false, asked)
    return { connected: false, error: otherAccount.detail }
  })
}

export interface DeletionServices {
  readonly endWork: EndWork
  /** Tables of all features. */
  readonly tables: readonly Table[]
}

/**
 * Findings come first: their rules and notes must not go before them, because a task could still evaluate them. Scans come
 * last: rows of scans are found by them, and other rows would be deleted with them, all at once.
 */
const placeOf = ({ name, deletedBy }: Table): number =>
  name === 'findings' ? 0 : name === 'scans' ? 3 : deletedBy === 'scan_id' ? 2 : 1

/** The tables with rows of a provider, in the order in which they are deleted. */
export const inDeletionOrder = (tables: readonly Table[]): readonly Table[] =>
  tables.filter(({ deletedBy }) => deletedBy).toSorted((a, b) => placeOf(a) - placeOf(b))

/** A bounded number of a provider's rows, of all features; 0 when none is left. */
export function deleteRows({ tables }: Pick<DeletionServices, 'tables'>): EndWork {
  const ordered = inDeletionOrder(tables)
  return async (tx, providerId) => {
    const scans = sql`
      select id from scans where tenant_id = ${tx.tenantId} and provider_id = ${providerId}`
    for (const { name, deletedBy } of ordered) {
      const where =
        deletedBy === 'scan_id' ? sql`scan_id in (${scans})` : sql`provider_id = ${providerId}`
      const deleted = await deleteSome(tx, name, where)
      if (deleted > 0) return deleted
    }
    return 0
  }
}

/** A bounded number of rows of a tenant's providers, one after the other; 0 when none is left. */
export const deleteProviders = (services: DeletionServices) => {
  const steps = [services.endWork, deleteRows(services), deleteProviderRow]
  return async (tx: Tx): Promise<number> => {
    const id = await firstProvider(tx)
    if (id === undefined) return 0
    for (const step of steps) {
      const done = await step(tx, id)
      if (done > 0) return done
    }
    return 0
  }
}

/** Deletes one batch per transaction, so that no lock is held for long. */
export const deleteProvider = taskWith('provider-deletion', (services: DeletionServices) => ({
  input,
  may: 'manage_providers',
  protected: true,
  async run({ provider_id }, { inTenant, signal }) {
    let deleted = 0
    for (const rows of [services.endWork, deleteRows(services)]) {
      for (let count = 1; count > 0; deleted += count) {
        signal.throwIfAborted()
        count = await inTenant((tx) => rows(tx, provider_id))
      }
    }
    await inTenant(async (tx) => {
      const dropped = await dropProvider(tx, provider_id)
      const about = { resourceType: 'providers', resourceId: provider_id }
      if (dropped > 0)
        await audit(tx, { action: 'provider-deletion', ...about, after: { deleted } })
    })
    return { deleted }
  },
}))

interface Unfinished {
  readonly tenant_id: string
  readonly provider_id: string
}

/**
 * Resumes deletions of providers whose last one failed: hidden, they would stay with all their rows, and users could
 * not delete them.
 */
export const deletionSweep = (database: Database, log: Log): Sweep =>
  rowByRow<Unfinished>(
    {
      failed: 'deletion was not queued',
      find: (most) =>
        database.outsideTenants((tx) =>
          tx.rows<Unfinished>(
            sql`select tenant_id, provider_id from find_unfinished_provider_deletions(${most})`,
          ),
        ),
      ids: ({ tenant_id, provider_id }) => ({ tenant_id, provider_id }),
      work: ({ tenant_id, provider_id }) =>
        database.inTenant(tenant_id, async (tx) => {
          const last = await providerWithoutDeletion(tx, provider_id) // another worker's sweep may have been here
          if (!last) return
          const about = { provider_id, user_id: last.user_id, task_args: { provider_id } }
          await deleteProvider.enqueue(tx, { provider_id }, about)
        }),
    },
    log,
  )
