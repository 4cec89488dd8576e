/**
 * Whose turn it is: one scan of a provider runs at a time, and of a tenant's accounts whose hosts its members named one:
 * such a host may be slow on purpose, and others of the installation wait as well.
 */
import { providers } from '@plumbline/scanner'
import { type Tx, sql } from '../../platform/db/index.ts'
import { endTask, lockTask, taskDueIn, wakeTask } from '../../platform/tasks/index.ts'
import { renewLatestSnapshot } from '../rollups/index.ts'
import type { RecordingScan } from '../recording/index.ts'
import { kindCodes, type ScanKind } from '../versions/index.ts'
import { lockProvider, nextSeq } from '../providers/index.ts'

/** A waiting scan is looked at so often: the next of a provider, and those after it. */
const [minuteSeconds, hourSeconds] = [60, 3_600]

/** A scan whose task this worker has leased. */
export interface ExecutingScan extends RecordingScan {
  readonly task_id: string
  readonly resource_uids: readonly string[] | null
}

interface Found extends Omit<ExecutingScan, 'kind' | 'seq'> {
  readonly kind: number
  readonly seq: number | null
  readonly state: string
  readonly provider: string
}

/** Undefined if it was deleted with its provider. */
const find = (tx: Tx, scanId: string): Promise<Found | undefined> =>
  tx.maybe<Found>(sql`
    select s.id, s.provider_id, s.task_id, s.kind, s.seq, s.inserted_at, s.resource_uids, s.state, p.provider
      from scans s
      join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id and p.deleted_at is null
     where s.tenant_id = ${tx.tenantId} and s.id = ${scanId}`)

export async function executingScan(tx: Tx, scanId: string): Promise<ExecutingScan | undefined> {
  const found = await find(tx, scanId)
  return found?.state === 'executing' && found.seq !== null
    ? { ...found, kind: kindNamed(found.kind), seq: found.seq }
    : undefined
}

function kindNamed(code: number): ScanKind {
  const kinds = Object.keys(kindCodes) as ScanKind[]
  const kind = kinds.find((one) => kindCodes[one] === code)
  if (!kind) throw new Error(`There is no kind of scan ${code}.`)
  return kind
}

/**
 * The first of the scans that wait for a provider, and whether it must wait for another. Partial scans take seconds and
 * are first, then in order of arrival.
 */
const firstWaiting = (
  tx: Tx,
  providerId: string,
): Promise<{ id: string; task_id: string; is_busy: boolean } | undefined> =>
  tx.maybe(sql`
    select s.id, s.task_id, exists (
             select from scans e
              where e.tenant_id = ${tx.tenantId} and e.provider_id = ${providerId} and e.state = 'executing') as is_busy
      from scans s
     where s.tenant_id = ${tx.tenantId} and s.provider_id = ${providerId} and s.state = 'available'
     order by s.kind <> ${kindCodes.partial}, s.inserted_at, s.id
     limit 1`)

const isNamedByMembers = (provider: string): boolean => providers[provider]?.originOf !== undefined

/** Whether another scan of the tenant is running against a host that a member named. */
async function anotherRuns(tx: Tx, { provider_id, provider }: Found): Promise<boolean> {
  if (!isNamedByMembers(provider)) return false
  // One decides after the other: of two that begin at once, neither would see that the other runs. Taken behind the
  // lock of a provider, and before no other.
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`cluster turn ${tx.tenantId}`}, 0))`)
  const kinds = Object.keys(providers).filter(isNamedByMembers)
  const found = await tx.maybe(sql`
    select s.id
      from scans s
      join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id
     where s.tenant_id = ${tx.tenantId} and s.state = 'executing' and s.provider_id <> ${provider_id}
       and p.provider = any(${kinds}::text[])
     limit 1`)
  return found !== undefined
}

/** Starts a waiting scan if it is its turn; resumes a running one if its lease has expired. */
export async function begin(tx: Tx, scanId: string): Promise<'begins' | 'waits' | 'missing'> {
  const known = await find(tx, scanId)
  if (!known) return 'missing'
  await lockProvider(tx, known.provider_id)
  const found = await find(tx, scanId) // again, now with the lock
  if (!found) return 'missing'
  if (found.state === 'executing') return 'begins'
  if (found.state !== 'available') return 'waits'
  await endTaskless(tx, found.provider_id)
  const first = await firstWaiting(tx, found.provider_id)
  if (first?.id !== found.id || first.is_busy) {
    // It is woken when its turn comes. Workers look meanwhile, because the running scan may be one without a task.
    const isNext = first?.id === found.id
    await taskDueIn(tx, found.task_id, isNext ? minuteSeconds : hourSeconds)
    if (first && !isNext && !first.is_busy) await wakeTask(tx, first.task_id)
    return 'waits'
  }
  if (await anotherRuns(tx, found)) return 'waits' // it is looked at again in ten seconds
  // Overviews read the snapshot of the latest scan while this one changes the live rollups.
  if (found.kind !== kindCodes.partial) await renewLatestSnapshot(tx, found.provider_id)
  const seq = await nextSeq(tx, found.provider_id)
  await tx.run(sql`
    update scans
       set state = 'executing', seq = ${seq}, started_at = now(), updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${scanId}`)
  return 'begins'
}

/**
 * The units that a worker had claimed when it shut down wait again. A shutdown is not a failure: no attempt is counted.
 * Units that no worker claims, as of a file, continue where they are.
 */
export async function released(tx: Tx, scanId: string): Promise<void> {
  const scan = await find(tx, scanId)
  if (!scan) return
  await lockProvider(tx, scan.provider_id) // before the task, as everywhere
  await tx.run(sql`
    update scan_units
       set state = 'waiting', attempts = greatest(attempts - 1, 0)
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId} and state = 'running' and attempts > 0`)
}

/** Wakes the first of the scans that wait for the provider. */
export async function wakeNext(tx: Tx, providerId: string): Promise<void> {
  const first = await firstWaiting(tx, providerId)
  if (first) await wakeTask(tx, first.task_id)
}

/** A scan without a task, as a seed records it, cannot be resumed after its process has ended. */
async function endTaskless(tx: Tx, providerId: string): Promise<void> {
  const orphaned = await tx.rows<Pick<ExecutingScan, 'id' | 'provider_id' | 'task_id'>>(sql`
    select id, provider_id, task_id
      from scans
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId} and state = 'executing'
       and task_id is null and updated_at < now() - interval '5 minutes'`)
  const why = {
    code: 'worker_lost',
    detail: 'The process that recorded this scan stopped before the scan completed.',
  }
  for (const scan of orphaned) await abandon(tx, scan, 'failed', why)
}

/** Ends a scan that did not complete. False: it had ended already. */
export async function abandon(
  tx: Tx,
  scan: Pick<ExecutingScan, 'id' | 'provider_id' | 'task_id'>,
  state: 'failed' | 'cancelled',
  why: { code: string; detail: string },
): Promise<boolean> {
  await lockProvider(tx, scan.provider_id)
  // Before the scan and its units: a transaction of the worker locks the task and then writes them.
  await lockTask(tx, scan.task_id)
  const ended = await tx.run(sql`
    update scans
       set state = ${state}, completed_at = now(), updated_at = now(),
           error_code = ${why.code}, error_detail = ${why.detail}
     where tenant_id = ${tx.tenantId} and id = ${scan.id} and state in ('available', 'scheduled', 'executing')`)
  if (ended === 0) return false
  await tx.run(sql`
    update scan_units
       set state = 'failed', error_code = coalesce(error_code, ${why.code})
     where tenant_id = ${tx.tenantId} and scan_id = ${scan.id} and state in ('waiting', 'running')`)
  await endTask(tx, scan.task_id, state, state === 'failed' ? why : null)
  await wakeNext(tx, scan.provider_id)
  return true
}
