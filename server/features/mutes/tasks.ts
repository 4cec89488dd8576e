import { integer, nullable, optional, text } from '@plumbline/jsonapi'
import { type Database, type SystemTx, sql, type Tx } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { rowByRow, type Sweep, taskWith } from '../../platform/tasks/index.ts'
import { liveAfter } from '../recording/index.ts'
import { batchSize, notBegun, reEvaluateInBatches } from './re-evaluation.ts'
import { endRule, resumeRule } from './rule-changes.ts'

/** Matches every live finding with the current mutelist. Unchanged findings are not written. */
export const applyMutelist = taskWith('mutelist-apply', () => ({
  // Optional: a task that a former version queued has none of it.
  input: {
    after: optional(nullable(text)),
    done: optional(integer),
    changed: optional(integer),
  },
  may: 'manage_account' as const,
  protected: true, // the list is stored: findings must match it
  async run(input, running) {
    const from = { ...notBegun, ...input }
    const batching = { next: liveAfter, actor: null, most: batchSize }
    const { changed } = await reEvaluateInBatches(running, from, batching)
    return { changed }
  },
}))

interface FoundRule {
  readonly tenant_id: string
  readonly id: string
}

/** Disables expired rules and shows their findings again; resumes changes of rules whose task failed. */
export function ruleSweeps(database: Database, log: Log): readonly Sweep[] {
  const sweep = (
    failed: string,
    find: (tx: SystemTx, most: number) => Promise<FoundRule[]>,
    work: (tx: Tx, id: string) => Promise<void>,
  ): Sweep =>
    rowByRow<FoundRule>(
      {
        failed,
        find: (most) => database.outsideTenants((tx) => find(tx, most)),
        ids: ({ tenant_id, id }) => ({ tenant_id, id }),
        work: ({ tenant_id, id }) => database.inTenant(tenant_id, (tx) => work(tx, id)),
      },
      log,
    )
  return [
    sweep(
      'mute rule was not ended',
      (tx, most) =>
        tx.rows<FoundRule>(sql`select tenant_id, id from find_ended_mute_rules(${most})`),
      endRule,
    ),
    sweep(
      'mute rule was not resumed',
      (tx, most) =>
        tx.rows<FoundRule>(sql`select tenant_id, id from find_unfinished_mute_rules(${most})`),
      resumeRule,
    ),
  ]
}
