import { type Database, sql, type Tx } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { rowByRow, type Sweep, taskWith } from '../../platform/tasks/index.ts'
import type { RightsChanged } from '../../platform/tenancy/index.ts'
import { deleteKeys } from '../../platform/vault/index.ts'
import { lockRights } from './guards.ts'

/** Rows that the modules above store of a tenant, deleted a bounded number at a time; 0 when none is left. */
type DeleteRows = (tx: Tx) => Promise<number>

export interface TenantDeletionServices {
  readonly deleteRows: DeleteRows
  readonly rightsChanged: RightsChanged
}

/**
 * Deletes a tenant without members. The data keys are deleted first: from then on neither a backup nor an interruption
 * leaves a readable secret.
 */
export const deleteTenant = taskWith(
  'tenant-deletion',
  ({ deleteRows, rightsChanged }: TenantDeletionServices) => ({
    input: {},
    may: 'manage_account',
    protected: true,
    async run(_input, { inTenant, signal }) {
      await inTenant(deleteKeys)
      let deleted = 0
      for (let count = 1; count > 0; deleted += count) {
        signal.throwIfAborted()
        count = await inTenant(deleteRows)
      }
      await inTenant(async (tx) => {
        await tx.run(sql`select delete_tenant()`)
        rightsChanged(tx, { kind: 'tenant' })
      })
      return { deleted }
    },
  }),
)

/** Queues the deletion of tenants that lost their only user, once each; one that failed, an hour later. */
export const abandonedTenants = (database: Database, log: Log): Sweep =>
  rowByRow<{ readonly id: string }>(
    {
      failed: 'deletion was not queued',
      find: (most) =>
        database.outsideTenants((tx) =>
          tx.rows<{ id: string }>(sql`select id from find_abandoned_tenants(${most})`),
        ),
      ids: ({ id: tenant_id }) => ({ tenant_id }),
      work: ({ id }) =>
        database.inTenant(id, async (tx) => {
          await lockRights(tx) // several workers look at once
          const queued = await tx.maybe(sql`
            select 1
              from tasks
             where tenant_id = ${tx.tenantId} and name = ${deleteTenant.name}
               and (state in ('available', 'executing') or inserted_at > now() - interval '1 hour')
             limit 1`)
          if (!queued) await deleteTenant.enqueue(tx, {})
        }),
    },
    log,
  )
