/**
 * What a change of a mute rule does to its findings. Those of a rule of at most one batch are re-evaluated in the
 * transaction of the change. Those of a larger one are left to a task, batch by batch, each by the rules as they are
 * then.
 */
import { nullable, uuid } from '@plumbline/jsonapi'
import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { endTask, taskWith } from '../../platform/tasks/index.ts'
import {
  batchSize,
  notBegun,
  progressInput,
  reEvaluateAll,
  reEvaluateInBatches,
} from './re-evaluation.ts'
import * as store from './store.ts'

/** Re-evaluates the findings of a rule after a change. */
export const applyRule = taskWith('mute-rule-apply', () => ({
  input: {
    ...progressInput,
    rule_id: uuid,
    /** The user who changed the rule; null: it has ended. */
    user_id: nullable(uuid),
  },
  may: 'manage_scans' as const,
  protected: true,
  async run(input, running) {
    const { rule_id, user_id } = input
    const { changed } = await reEvaluateInBatches(running, input, {
      next: (tx, after, most) => store.findingsAfter(tx, rule_id, after, most),
      actor: user_id,
      most: batchSize,
      async onBatch(tx, last, isLast) {
        // With their batch: one statement for all of them would occupy the database.
        if (last) await store.forgetDeleted(tx, rule_id, last)
        if (isLast) await store.settleRule(tx, rule_id, running.taskId)
      },
    })
    return { changed }
  },
}))
/**
 * Re-evaluates the findings of a rule, or queues it, in the transaction that changed the rule and has locked the providers.
 * The task of a former change is superseded.
 */
async function reEvaluateRule(tx: Tx, id: string, actor: string | null): Promise<void> {
  const former = await store.taskOf(tx, id)
  if (former !== undefined) await endTask(tx, former, 'cancelled', null)
  const findings = await store.findingsAfter(tx, id, null, batchSize + 1)
  if (findings.length > batchSize) return queueRule(tx, id, actor)
  await reEvaluateAll(tx, findings, actor)
  await store.settleRule(tx, id, former ?? null)
}

async function queueRule(tx: Tx, id: string, actor: string | null): Promise<void> {
  const { matched, provider_ids } = await store.extentOf(tx, id)
  const { id: taskId } = await applyRule.enqueue(
    tx,
    { ...notBegun, rule_id: id, user_id: actor },
    {
      user_id: actor,
      task_args: { mute_rule_id: id, provider_ids },
      metadata: { matched, done: 0 },
    },
  )
  await store.setTask(tx, id, taskId)
}

/** A rule over findings whose providers are locked. Returns its id. */
export async function createRule(tx: Tx, rule: store.NewRule, actor: string): Promise<string> {
  const id = await store.insertRule(tx, rule, actor)
  await reEvaluateRule(tx, id, actor)
  return id
}

/** A rule over at most one batch of findings, which it hides in this transaction. Returns its id. */
export async function insertRule(tx: Tx, rule: store.NewRule, actor: string): Promise<string> {
  const id = await store.insertRule(tx, rule, actor)
  await reEvaluateAll(tx, rule.findings, actor)
  return id
}

/** Returns false if the rule does not exist. The name and the owner concern no finding. */
export async function changeRule(
  tx: Tx,
  id: string,
  change: store.RuleChange,
  actor: string,
): Promise<boolean> {
  if (!(await store.changeRule(tx, id, change))) return false
  const { reason, enabled, expires_at } = change
  if (reason !== undefined || enabled !== undefined || expires_at !== undefined)
    await reEvaluateRule(tx, id, actor)
  return true
}

/** Its findings are shown again, unless something else hides them. Returns false if the rule does not exist. */
export async function deleteRule(tx: Tx, id: string, actor: string): Promise<boolean> {
  await store.lockRule(tx, id)
  if (!(await store.hideRule(tx, id))) return false
  await reEvaluateRule(tx, id, actor)
  return true
}

/** Disables an expired rule, unless it was extended meanwhile. */
export async function endRule(tx: Tx, id: string): Promise<void> {
  await store.lockRule(tx, id)
  if (!(await store.disableEnded(tx, id))) return
  await reEvaluateRule(tx, id, null)
  await audit(tx, {
    action: 'mute-rule-ended',
    resourceType: 'mute-rules',
    resourceId: id,
    before: { enabled: true },
    after: { enabled: false },
  })
}

/** Queues another task for a change whose task failed, unless another worker has done so. */
export async function resumeRule(tx: Tx, id: string): Promise<void> {
  const former = await store.failedTaskOf(tx, id)
  if (former) await queueRule(tx, id, former.user_id)
}
