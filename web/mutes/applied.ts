import type { Row } from '../api/documents.ts'
import { refetch } from '../api/hooks.ts'
import { taskEnded, taskOfRule } from '../api/tasks.ts'
import { failed } from '../kit/toast.tsx'

const everything = ['/mute-rules', '/findings', '/overviews'] as const

/** Refetches the data that a mute rule affects: now, and after a task has applied the rule to all its findings. */
export async function refetchApplied(rule: Row<'mute-rules'> | null): Promise<void> {
  await refetch(...everything)
  const task = taskOfRule(rule)
  if (task === undefined) return
  void taskEnded(task)
    .then(() => refetch(...everything))
    .catch(failed)
}
