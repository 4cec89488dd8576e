import { type Database, sql } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { rowByRow, type Sweep, taskWith } from '../../platform/tasks/index.ts'
import { allKeys, keysAfter, maxRows, reEvaluate } from '../findings/index.ts'
import { mutesOf } from './judging.ts'
import { endRule } from './store.ts'

/** Holds every live finding against the mutelist as it is now. Findings that come out the same are not written. */
export const applyMutelist = taskWith('mutelist-apply', () => ({
  input: {},
  may: 'manage_account' as const,
  protected: true, // the list is stored: findings have to be what it says
  async run(_input, { inTenant, signal }) {
    const providers = await inTenant((tx) =>
      tx.rows<{ id: string }>(sql`
        select p.id
          from providers p
         where p.tenant_id = ${tx.tenantId} and p.deleted_at is null
         order by p.id`),
    )
    let changed = 0
    for (const { id } of providers) {
      for (let after: string | undefined = allKeys.from; after !== undefined; ) {
        signal.throwIfAborted()
        const from: string = after
        const done = await inTenant(async (tx) => {
          const keys = await keysAfter(tx, id, from, maxRows)
          return {
            changed: await reEvaluate(tx, id, keys, { mutesOf, actor: null }),
            last: keys.length < maxRows ? undefined : keys.at(-1),
          }
        })
        changed += done.changed
        after = done.last
      }
    }
    return { changed }
  },
}))

interface EndedRule {
  readonly tenant_id: string
  readonly id: string
}

/** Disables rules whose time is over and shows their findings again. */
export const ruleSweep = (database: Database, log: Log): Sweep =>
  rowByRow<EndedRule>(
    {
      failed: 'mute rule was not ended',
      find: (most) =>
        database.outsideTenants((tx) =>
          tx.rows<EndedRule>(sql`select tenant_id, id from find_ended_mute_rules(${most})`),
        ),
      ids: ({ tenant_id, id }) => ({ tenant_id, id }),
      work: ({ tenant_id, id }) => database.inTenant(tenant_id, (tx) => endRule(tx, id)),
    },
    log,
  )
