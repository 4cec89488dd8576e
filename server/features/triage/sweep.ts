import { type Database, sql } from '../../platform/db/index.ts'
import type { Sweep } from '../../platform/tasks/index.ts'
import { touch } from '../findings/index.ts'
import { mutesOf } from '../mutes/index.ts'

/**
 * Takes findings back to the queue whose attestation is over. Lists show it by the clock already; this
 * corrects the rows and what they are counted in.
 */
export const attestationSweep =
  (database: Database): Sweep =>
  async () => {
    const ended = await database.outsideTenants((tx) =>
      tx.rows<{ tenant_id: string; provider_id: string; ukey: string }>(
        sql`select tenant_id, provider_id, ukey from find_ended_attestations(500)`,
      ),
    )
    const groups = Map.groupBy(ended, ({ tenant_id, provider_id }) => `${tenant_id} ${provider_id}`)
    for (const group of groups.values()) {
      const [first] = group
      if (!first) continue
      const keys = group.map(({ ukey }) => ukey)
      await database.inTenant(first.tenant_id, (tx) =>
        touch(tx, first.provider_id, keys, { mutesOf, actor: null }),
      )
    }
  }
