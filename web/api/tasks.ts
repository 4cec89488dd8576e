/** Background tasks. */
import { show } from './client.ts'
import type { Row } from './documents.ts'
import { ApiProblem } from './problem.ts'

type Task = Row<'tasks'>

export const hasEnded = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'completed' || state === 'failed' || state === 'cancelled'

/** Returns the API's reason for the failure of a task; null if there is none. */
export function taskReason({ result }: Pick<Task, 'result'>): string | null {
  const { error, detail } = (result ?? {}) as { error?: unknown; detail?: unknown }
  const said = error ?? detail
  return typeof said === 'string' ? said : null
}

/** Why work that has started waits, such as for a database; undefined if it does not. */
export function delayOf({ metadata }: Pick<Task, 'metadata'>): string | undefined {
  const { detail } = (metadata['delayed'] ?? {}) as { detail?: unknown }
  return typeof detail === 'string' ? `${detail} It is retried automatically.` : undefined
}

/** The running task that applies a mute rule to its findings; undefined once it has been applied to all. */
export const taskOfRule = (rule: Row<'mute-rules'> | null): string | undefined =>
  [rule?.related['task'] ?? []].flat()[0]?.id

const firstPauseMs = 400
const mostPauseMs = 3_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Waits until the task has ended. The server limits the duration of tasks, so there is no timeout here: neither a slow
 * response nor an unreliable network ends the wait. Throws errors of the API.
 */
export async function taskEnded(id: string): Promise<Task> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.4, mostPauseMs)) {
    try {
      const { row } = await show<'tasks'>(`/tasks/${id}`)
      if (hasEnded(row)) return row
    } catch (error) {
      const isRefused = error instanceof ApiProblem && error.status < 500 && error.status !== 429
      if (isRefused) throw error
    }
    await pause(pauseMs)
  }
}
