/** Reasons why connections fail, from the tasks that tested them. */
import { useMemo } from 'react'
import { useList } from './hooks.ts'
import { hasEnded, taskReason } from './tasks.ts'

/**
 * Returns the error of each object's last test, according to the newest 100 tests. `task` is the name of the test task,
 * `argument` the argument with the id of the tested object.
 */
export function useRefusals(
  task: 'provider-connection-check' | 'integration-connection-check',
  argument: 'provider_id' | 'integration_id',
  enabled: boolean,
): ReadonlyMap<string, string> {
  const query = { 'filter[name]': task, 'page[size]': 100 }
  const tasks = useList<'tasks'>('/tasks', query, { enabled }).data?.rows
  return useMemo(() => {
    const refusals = new Map<string, string>()
    const known = new Set<string>()
    for (const task of (tasks ?? []).filter(hasEnded)) {
      const tested = String(task.task_args[argument])
      const reason = taskReason(task)
      if (reason && !known.has(tested)) refusals.set(tested, reason)
      known.add(tested)
    }
    return refusals
  }, [tasks, argument])
}
