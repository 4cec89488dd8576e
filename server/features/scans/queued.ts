/** Scans on request: by a user, or to check something again. */
import { providers as kinds } from '@plumbline/scanner'
import type { Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Task } from '../../platform/tasks/index.ts'
import { insertScan } from './store.ts'
import { performScan } from './scan-task.ts'

/** Whether a scan can look at such a resource; of what is known from files only, not each can be. */
export function isInReach(type: string, uid: string): boolean {
  const kind = kinds[type]
  return !kind || kind.locate(uid).some(({ service }) => service in kind.services)
}

export interface ScanAsked {
  readonly provider_id: string
  readonly name: string | null
  /** Of a partial scan; null for a full one. */
  readonly resource_uids: readonly string[] | null
  /** Null if the product itself requests the scan. */
  readonly user_id: string | null
}

/** Its task, which has the id of the scan. */
export async function queueScan(
  tx: Tx,
  { provider_id, name, resource_uids, user_id }: ScanAsked,
): Promise<Task & { readonly task_args: { readonly scan_id: string } }> {
  const scan_id = newId()
  const task_id = newId()
  const kind = resource_uids ? 'partial' : 'full'
  const scan = { id: scan_id, provider_id, task_id, name, kind, resource_uids } as const
  await insertScan(tx, { ...scan, trigger: 'manual' })
  const task_args = { scan_id, provider_id, ...(resource_uids && { resource_uids }) }
  const more = { id: task_id, provider_id, user_id, task_args }
  return { ...(await performScan.enqueue(tx, { scan_id }, more)), task_args }
}

/** Starts a scan; its id. */
export const startScan = async (tx: Tx, asked: ScanAsked): Promise<string> =>
  (await queueScan(tx, asked)).task_args.scan_id
