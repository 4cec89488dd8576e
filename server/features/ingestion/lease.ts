/** Who reads a file: by a lease on the ingestion's row, as scans are held. */
import { type Tx, sql } from '../../platform/db/index.ts'
import { executeTask, type Lease } from '../../platform/tasks/index.ts'

/**
 * Readers in a row that died. A file is read from its beginning each time, since nothing of it is
 * recorded before all of it was read, so more are allowed than of work that keeps its progress.
 */
const mostAttempts = 12

export interface HeldIngestion {
  readonly id: string
  readonly user_id: string
  readonly sees_all: boolean
  readonly task_id: string
  readonly file_name: string
  readonly fence: number
  readonly attempts: number
}

/** Takes a file that waits, or whose reader has stopped renewing. Nothing: it is not to be read. */
export async function claim(
  tx: Tx,
  id: string,
  leaseSeconds: number,
): Promise<(HeldIngestion & { readonly exhausted: boolean }) | undefined> {
  const held = await tx.maybe<HeldIngestion>(sql`
    update ingestions
       set state = 'processing', started_at = coalesce(started_at, now()), fence = fence + 1,
           attempts = attempts + 1, lease_until = now() + make_interval(secs => ${leaseSeconds}),
           total = 0, invalid = 0
     where tenant_id = ${tx.tenantId} and id = ${id}
       and (state = 'pending' or (state = 'processing' and lease_until < now()))
    returning id, user_id, sees_all, task_id, file_name, fence, attempts`)
  if (!held) return undefined
  await executeTask(tx, held.task_id)
  return { ...held, exhausted: held.attempts > mostAttempts }
}

export const leaseOf = ({ id, fence: value }: HeldIngestion): Lease => ({
  table: 'ingestions',
  id,
  fence: { column: 'fence', value },
  state: 'processing',
})

/** Keeps how far the reading has come. */
export const keepCounts = (
  tx: Tx,
  { id, fence }: HeldIngestion,
  { total, invalid }: { readonly total: number; readonly invalid: number },
): Promise<number> =>
  tx.run(sql`
    update ingestions
       set total = ${total}, invalid = ${invalid}
     where tenant_id = ${tx.tenantId} and id = ${id} and fence = ${fence} and state = 'processing'`)

/** Locked until the transaction ends; false when it is not ours any more. */
export const hold = async (tx: Tx, { id, fence }: HeldIngestion): Promise<boolean> => {
  const held = await tx.maybe(sql`
    select 1
      from ingestions
     where tenant_id = ${tx.tenantId} and id = ${id} and fence = ${fence} and state = 'processing'
       for update`)
  return held !== undefined
}

/** Hands it back, so that another need not wait for the end of the lease. To leave is no failure. */
export const release = async (tx: Tx, { id, fence }: HeldIngestion): Promise<boolean> => {
  const released = await tx.run(sql`
    update ingestions
       set lease_until = now(), attempts = attempts - 1
     where tenant_id = ${tx.tenantId} and id = ${id} and fence = ${fence} and state = 'processing'`)
  return released === 1
}
