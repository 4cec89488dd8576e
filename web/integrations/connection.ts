/** Tests the connection of an integration. Continues after its page is closed. */
import { useSyncExternalStore } from 'react'
import { create, show } from '../api/client.ts'
import { refetch } from '../api/hooks.ts'
import { useRefusals } from '../api/refusals.ts'
import { taskEnded, taskReason } from '../api/tasks.ts'
import { done, failed } from '../kit/toast.tsx'
import { titleOf } from './types.ts'

/** Start times of tests that this page waits for, by integration id. */
const running = new Map<string, number>()
const listeners = new Set<() => void>()
const changed = (): void => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The start time of the current test; undefined if there is none. */
export const useTested = (id: string): number | undefined =>
  useSyncExternalStore(subscribe, () => running.get(id))

async function ask(id: string): Promise<void> {
  const queued = await create<'tasks'>(`/integrations/${id}/connection`)
  if (!queued) throw new Error('The API did not return the connection test task.')
  const task = await taskEnded(queued.id)
  const { row } = await show<'integrations'>(`/integrations/${id}`)
  await refetch('/integrations', '/tasks')
  if (row.connected === true) return done(`${titleOf(row)} is connected.`)
  const reason =
    taskReason(task) ?? `The connection test ended with state ${task.state} and no reason.`
  failed(new Error(`${titleOf(row)} is not connected. ${reason}`))
}

/** Waits for the task to end, and reports the result. */
export function testConnection(id: string): void {
  if (running.has(id)) return
  running.set(id, Date.now())
  changed()
  ask(id)
    .catch(failed)
    .finally(() => {
      running.delete(id)
      changed()
    })
}

/** The error of the last test of each integration. */
export const useIntegrationRefusals = (enabled: boolean): ReadonlyMap<string, string> =>
  useRefusals('integration-connection-check', 'integration_id', enabled)
