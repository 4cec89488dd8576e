import { setTimeout as sleep } from 'node:timers/promises'
import { uuid } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import { endTask, type Task, taskWith } from '../../platform/tasks/index.ts'
import { dropDispatch, type Progress, progressOf } from './jira-store.ts'

/** Milliseconds between two looks, the first and the longest. */
const firstLook = 100
const longestLook = 2_000

const isWaiting = ({ state }: Progress): boolean => state === 'pending'

/** What waits will wait for long: the target did not take what was sent to it. */
const isHeldUp = (rows: readonly Progress[]): boolean =>
  rows.some((row) => isWaiting(row) && (row.reason !== null || row.is_paused))

function resultOf(rows: readonly Progress[]) {
  const failed = rows.filter(({ state }) => state === 'failed')
  const waiting = rows.filter(isWaiting)
  const delivered = rows.filter(({ state }) => state === 'delivered')
  const reasonOf = ({ reason }: Progress): string =>
    reason ?? 'Jira rejected the previous delivery.'
  const groups = new Map(
    failed.map((row) => [
      JSON.stringify([row.subject.check_id, row.reason]),
      { check_id: row.subject.check_id, code: row.reason_code, error: reasonOf(row) },
    ]),
  )
  const [worst] = [...failed, ...waiting.filter(({ reason }) => reason !== null), ...waiting]
  const isCreated = ({ outcome }: Progress): boolean => outcome?.outcome === 'created'
  return {
    created_count: delivered.filter(isCreated).length,
    updated_count: delivered.filter((row) => !isCreated(row)).length,
    failed_count: failed.length,
    /** They are retried; the delivery log has their results. */
    waiting_count: waiting.length,
    failed_groups: [...groups.values()],
    ...(worst && { error: reasonOf(worst) }),
  }
}

/** Follows the deliveries of a dispatch, which the outbox makes, until each has ended or will take long. */
export const dispatchToJira = taskWith('integration-jira', () => ({
  input: { integration_id: uuid },
  may: 'manage_integrations' as const,
  async run(_input, { inTenant, taskId, signal }) {
    for (let pauseMs = firstLook; ; pauseMs = Math.min(pauseMs * 1.5, longestLook)) {
      const rows = await inTenant((tx) => progressOf(tx, taskId))
      if (!rows.some(isWaiting) || isHeldUp(rows)) return resultOf(rows)
      await sleep(pauseMs, undefined, { signal })
    }
  },
  cancel: cancelDispatch,
}))

/** Ends a dispatch with what waits of it. False: it has ended, and what waits is tried again. */
async function cancelDispatch(tx: Tx, { id }: Task): Promise<boolean> {
  const isEnded = await endTask(tx, id, 'cancelled', null)
  if (isEnded) await dropDispatch(tx, id)
  return isEnded
}
