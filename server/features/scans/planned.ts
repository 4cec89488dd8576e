/** Scans of a schedule: each planned run of a provider is one row, made ahead and started when its time comes. */
import { sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Task } from '../../platform/tasks/index.ts'
import { kindCodes } from '../versions/index.ts'
import { lockProvider } from '../providers/index.ts'
import { begin, type ExecutingScan, executingScan } from './provider-queue.ts'
import { performScheduledScan } from './scan-task.ts'

/** Milliseconds since 1970 as the database takes them. */
const time = (moment: number): string => new Date(moment).toISOString()

/** Makes the scan of a planned run ahead. False if the planned run already has a scan, perhaps an ended one. */
export async function planScan(
  tx: Tx,
  { provider_id, name, plannedAt }: { provider_id: string; name: string; plannedAt: number },
): Promise<boolean> {
  const planned = await tx.run(sql`
    insert into scans (tenant_id, id, provider_id, name, kind, trigger, state, scheduled_at)
    values (${tx.tenantId}, ${newId()}, ${provider_id}, ${name}, ${kindCodes.full}, 'scheduled', 'scheduled',
            ${time(plannedAt)}::timestamptz)
        on conflict do nothing`)
  return planned === 1
}

export interface Start {
  readonly provider_id: string
  readonly plannedAt: number
  /** The planned run after it. */
  readonly next: number
  readonly user_id?: string
  readonly afterSeconds?: number
}

/** Starts the scan of a planned run, as one that was made now. Nothing: it was started before. */
export async function startPlanned(
  tx: Tx,
  { provider_id, plannedAt, next, user_id, afterSeconds }: Start,
): Promise<Task | undefined> {
  const task_id = newId()
  // What it finds is as old as its start, not as its row, which may have been there for a month.
  const started = await tx.maybe<{ id: string }>(sql`
    update scans
       set state = 'available', task_id = ${task_id}, inserted_at = now(), updated_at = now(),
           next_scan_at = ${time(next)}::timestamptz
     where tenant_id = ${tx.tenantId} and provider_id = ${provider_id} and trigger = 'scheduled'
       and state = 'scheduled' and scheduled_at = ${time(plannedAt)}::timestamptz
    returning id`)
  if (!started) return undefined
  const scan = { scan_id: started.id }
  return performScheduledScan.enqueue(tx, scan, {
    id: task_id,
    provider_id,
    ...(user_id && { user_id }),
    ...(afterSeconds && { afterSeconds }),
    task_args: { ...scan, provider_id },
  })
}

/**
 * Makes the scan of a planned run that was due at a past time, and begins it as if at that time. No worker ever sees it
 * wait, and it has no task.
 */
export async function beginPastScan(
  tx: Tx,
  { provider_id, name, plannedAt }: { provider_id: string; name: string; plannedAt: number },
): Promise<ExecutingScan> {
  await lockProvider(tx, provider_id)
  if (!(await planScan(tx, { provider_id, name, plannedAt })))
    throw new Error('The account already has a scan at this time.')
  const at = time(plannedAt)
  const { id } = await tx.single<{ id: string }>(sql`
    update scans
       set state = 'available', inserted_at = ${at}::timestamptz
     where tenant_id = ${tx.tenantId} and provider_id = ${provider_id} and trigger = 'scheduled'
       and scheduled_at = ${at}::timestamptz
    returning id`)
  const outcome = await begin(tx, id)
  const scan = await executingScan(tx, id)
  if (outcome !== 'begins' || !scan) throw new Error('Another scan of this account waits or runs.')
  await tx.run(sql`
    update scans
       set started_at = ${at}::timestamptz
     where tenant_id = ${tx.tenantId} and id = ${id}`)
  return scan
}

/** Deletes the scans of future planned runs. */
export const dropPlanned = (tx: Tx, providerId: string): Promise<number> =>
  tx.run(sql`
    delete from scans
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId} and trigger = 'scheduled'
       and state = 'scheduled'`)
