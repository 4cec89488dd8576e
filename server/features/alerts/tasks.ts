import { uuid } from '@plumbline/jsonapi'
import { isPassing, levelOf } from '../../platform/db/index.ts'
import { taskWith } from '../../platform/tasks/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import type { Completed } from '../scans/index.ts'
import { fireAfterScan } from './firing.ts'
import { afterScan } from './rule-store.ts'

/**
 * Evaluates the rules of a tenant after a full scan, each in a separate transaction, so that a failed one does not stop
 * the others. Running twice sends one message.
 */
export const evaluateAlerts = taskWith(
  'alert-evaluate',
  ({ catalog }: { readonly catalog: CheckCatalog }) => ({
    input: { scan_id: uuid },
    may: 'manage_alerts' as const,
    async run({ scan_id: scanId }, { tenantId, taskId, inTenant, signal, log }) {
      const ids = await inTenant(afterScan)
      const failed: string[] = []
      const passing: unknown[] = []
      let fired = 0
      for (const ruleId of ids) {
        signal.throwIfAborted()
        try {
          if (await inTenant((tx) => fireAfterScan(tx, catalog, { ruleId, scanId }))) fired += 1
        } catch (error) {
          signal.throwIfAborted()
          const facts = { tenant_id: tenantId, task_id: taskId, rule_id: ruleId }
          log[levelOf(error)]('alert rule evaluation failed', { ...facts, error: error as Error })
          failed.push(ruleId)
          if (isPassing(error)) passing.push(error)
        }
      }
      // The database was unavailable, or the rule was locked: the worker retries the task.
      if (passing.length > 0) throw passing[0]
      return { scan_id: scanId, rules: ids.length, fired, failed }
    },
  }),
)

/** Queues it in the transaction that completes the scan, if a rule applies. */
export const askAfterScan: Completed = async (tx, { id: scan_id, provider_id }) => {
  if ((await afterScan(tx)).length === 0) return
  const task_args = { scan_id, provider_id }
  await evaluateAlerts.enqueue(tx, { scan_id }, { provider_id, task_args })
}
