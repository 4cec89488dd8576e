import { type Database, sql } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { rowByRow, type Sweep } from '../../platform/tasks/index.ts'
import { reEvaluate } from '../recording/index.ts'
import { mutesOf } from '../mutes/index.ts'

interface Ended {
  readonly tenant_id: string
  readonly provider_id: string
  readonly finding_key: string
}
/** Those of one provider. */
type Group = readonly [Ended, ...Ended[]]

/** Findings that are looked for, for each provider that is done. */
const findingsEach = 25

const groups = (ended: readonly Ended[]): readonly Group[] =>
  [
    ...Map.groupBy(ended, ({ tenant_id, provider_id }) => `${tenant_id} ${provider_id}`).values(),
  ].map((group) => group as unknown as Group)

/**
 * Reopens findings whose attestation has expired. Lists already show this by time; this corrects the rows and their
 * counts.
 */
export const attestationSweep = (database: Database, log: Log): Sweep =>
  rowByRow<Group>(
    {
      failed: 'attestations were not ended',
      find: async (most) =>
        groups(
          await database.outsideTenants((tx) =>
            tx.rows<Ended>(sql`
              select tenant_id, provider_id, finding_key from find_ended_attestations(${findingsEach * most})`),
          ),
        ),
      ids: ([{ tenant_id, provider_id }]) => ({ tenant_id, provider_id }),
      async work(group) {
        const [{ tenant_id, provider_id }] = group
        const keys = group.map(({ finding_key }) => finding_key)
        await database.inTenant(tenant_id, (tx) =>
          reEvaluate(tx, provider_id, keys, { mutesOf, actor: null }),
        )
      },
    },
    log,
  )
