/** Tests the connection of an account. Continues after its page is closed. */
import { create, show } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch } from '../api/hooks.ts'
import { taskEnded, taskReason } from '../api/tasks.ts'
import { done, failed } from '../kit/toast.tsx'

type Provider = Row<'providers'>

export interface Tested {
  readonly provider: Provider
  readonly isConnected: boolean
  /** The API's reason for the failure. */
  readonly reason: string
  /** Permissions that the credentials are known to lack. */
  readonly missing: readonly string[]
}

export const nameOf = ({ alias, uid }: Pick<Provider, 'alias' | 'uid'>): string => alias ?? uid

/**
 * Waits until the task has ended, however long it takes, and then reads the provider's state. Throws errors of the API.
 */
export async function testConnection(id: string): Promise<Tested> {
  const queued = await create<'tasks'>(`/providers/${id}/connection`)
  if (!queued) throw new Error('The API did not say which task tests the connection.')
  const task = await taskEnded(queued.id)
  const { row: provider } = await show<'providers'>(`/providers/${id}`)
  void refetch('/providers', '/tasks')
  const isConnected = provider.connection.connected === true
  const reason = taskReason(task) ?? `The connection test is ${task.state}, without a reason.`
  return { provider, isConnected, reason, missing: missingIn(task) }
}

function missingIn({ result }: Row<'tasks'>): readonly string[] {
  const { missing_permissions: named } = (result ?? {}) as { missing_permissions?: unknown }
  return Array.isArray(named) ? named.filter((one) => typeof one === 'string') : []
}

/** A toast with the result, for a user who has left the page meanwhile. */
export function announce({ provider, isConnected, reason, missing }: Tested): void {
  const lacks = missing.length > 0 ? ` It lacks ${missing.join(', ')}.` : ''
  if (isConnected) done(`${nameOf(provider)} is connected.${lacks}`)
  else failed(`${nameOf(provider)} is not connected. ${reason}`)
}
