/**
 * Who may write for a scan. A claim takes a lease by the database's clock and raises the fence; an old
 * holder that comes back finds another fence on its units and writes nothing.
 */
import { type Sql, sql, type Tx } from '../../platform/db/index.ts'
import {
  again,
  endTask,
  executeTask,
  type Lease,
  type Renewed,
  renewal,
} from '../../platform/tasks/index.ts'
import { renewLatestSnapshot } from '../rollups/index.ts'
import { kindCodes } from '../observations/index.ts'
import { lockProvider, nextSeq } from '../providers/index.ts'

/** Claims in a row that complete no unit, after which a scan fails. */
const mostAttempts = 3

export interface Claimed {
  readonly id: string
  readonly provider_id: string
  readonly task_id: string
  readonly kind: number
  readonly seq: number
  readonly fence: number
  readonly inserted_at: string
  readonly resource_uids: readonly string[] | null
}
export type Claim =
  | { readonly kind: 'claimed'; readonly scan: Claimed }
  /** Somebody else's, over, or waiting its turn. */
  | { readonly kind: 'not_ours' }
  /** It went with its provider. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'exhausted'; readonly scan: Claimed }

interface Found extends Omit<Claimed, 'seq'> {
  readonly seq: number | null
  readonly state: string
  readonly held: boolean
  readonly attempts: number
}

const find = (tx: Tx, scanId: string): Promise<Found | undefined> =>
  tx.maybe<Found>(sql`
    select s.id, s.provider_id, s.task_id, s.kind, s.seq, s.fence, s.inserted_at, s.resource_uids, s.state,
           coalesce(s.lease_until > now(), false) as held, s.attempts
      from scans s
      join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id and p.deleted_at is null
     where s.tenant_id = ${tx.tenantId} and s.id = ${scanId}`)

/** The scan of a provider whose turn it is: partial ones take seconds and go first, else first come. */
const nextWaiting = (
  tx: Tx,
  providerId: string,
): Promise<{ id: string; task_id: string } | undefined> =>
  tx.maybe(sql`
    select s.id, s.task_id
      from scans s
     where s.tenant_id = ${tx.tenantId} and s.provider_id = ${providerId} and s.state = 'available'
       and not exists (
         select from scans e
          where e.tenant_id = ${tx.tenantId} and e.provider_id = ${providerId} and e.state = 'executing')
     order by s.kind <> ${kindCodes.partial}, s.inserted_at, s.id
     limit 1`)

/** Takes a scan that waits or whose holder has stopped renewing. */
export async function claim(tx: Tx, scanId: string, leaseSeconds: number): Promise<Claim> {
  const known = await find(tx, scanId)
  if (!known) return { kind: 'gone' }
  await lockProvider(tx, known.provider_id)
  const found = await find(tx, scanId) // again, now that nobody else decides
  if (!found) return { kind: 'gone' }
  if (found.state === 'executing' && !found.held) return takeOver(tx, found, leaseSeconds)
  if (found.state !== 'available') return { kind: 'not_ours' }
  const next = await nextWaiting(tx, found.provider_id)
  if (!next) return { kind: 'not_ours' } // woken again when the running one ends
  if (next.id !== found.id) {
    await again(tx, next.task_id)
    return { kind: 'not_ours' }
  }
  // Overviews read what is kept of the latest scan while this one changes the live rollups.
  if (found.kind !== kindCodes.partial) await renewLatestSnapshot(tx, found.provider_id)
  const seq = await nextSeq(tx, found.provider_id)
  await tx.run(sql`
    update scans
       set state = 'executing', seq = ${seq}, started_at = now(), updated_at = now(),
           fence = fence + 1, attempts = 1, lease_until = now() + make_interval(secs => ${leaseSeconds})
     where tenant_id = ${tx.tenantId} and id = ${scanId}`)
  await executeTask(tx, found.task_id)
  return { kind: 'claimed', scan: { ...found, seq, fence: found.fence + 1 } }
}

async function takeOver(tx: Tx, found: Found, leaseSeconds: number): Promise<Claim> {
  const scan = { ...found, seq: found.seq ?? 0, fence: found.fence + 1 }
  await tx.run(sql`
    update scans
       set fence = fence + 1, attempts = attempts + 1,
           lease_until = now() + make_interval(secs => ${leaseSeconds})
     where tenant_id = ${tx.tenantId} and id = ${found.id}`)
  return found.attempts >= mostAttempts ? { kind: 'exhausted', scan } : { kind: 'claimed', scan }
}

export const leaseOf = ({ id, fence: value }: Claimed): Lease => ({
  table: 'scans',
  id,
  fence: { column: 'fence', value },
  state: 'executing',
})

/** Renews the lease once, for work that no worker runs. False: the scan was cancelled, or has another holder. */
export async function renew(tx: Tx, scan: Claimed, leaseSeconds: number): Promise<boolean> {
  const { held } = await tx.single<Renewed>(renewal(tx.tenantId, leaseOf(scan), leaseSeconds))
  return held
}

/** Hands the lease back and wakes whoever goes on. To leave is no failure: no attempt is counted. */
export async function release(tx: Tx, scan: Claimed): Promise<boolean> {
  await lockProvider(tx, scan.provider_id)
  const released = await tx.run(sql`
    update scans
       set lease_until = now(), attempts = greatest(attempts - 1, 0)
     where tenant_id = ${tx.tenantId} and id = ${scan.id} and fence = ${scan.fence} and state = 'executing'`)
  if (released === 0) return false
  await tx.run(sql`
    update scan_units
       set state = 'waiting', attempts = greatest(attempts - 1, 0)
     where tenant_id = ${tx.tenantId} and scan_id = ${scan.id} and fence = ${scan.fence} and state = 'running'`)
  await again(tx, scan.task_id)
  return true
}

/** The holder's scan, locked until the transaction ends; false when it is not ours any more. */
export const hold = async (tx: Tx, scan: Claimed): Promise<boolean> => {
  const held = await tx.maybe(sql`
    select 1
      from scans
     where tenant_id = ${tx.tenantId} and id = ${scan.id} and fence = ${scan.fence} and state = 'executing'
       for update`)
  return held !== undefined
}

/** The same as a condition, with the lease still running; `provider` is the SQL of a provider's id. */
export const held = (tx: Tx, scan: Claimed, provider: Sql): Sql => sql`
  exists (select from scans s
           where s.tenant_id = ${tx.tenantId} and s.id = ${scan.id} and s.provider_id = ${provider}
             and s.fence = ${scan.fence} and s.state = 'executing' and s.lease_until > now())`

/** Wakes the scan of the provider whose turn it is now. */
export async function wakeNext(tx: Tx, providerId: string): Promise<void> {
  const next = await nextWaiting(tx, providerId)
  if (next) await again(tx, next.task_id)
}

/** Ends a scan that did not complete. False: it had ended already. */
export async function abandon(
  tx: Tx,
  scan: Pick<Claimed, 'id' | 'provider_id' | 'task_id'>,
  state: 'failed' | 'cancelled',
  why: { code: string; detail: string },
): Promise<boolean> {
  await lockProvider(tx, scan.provider_id)
  const ended = await tx.run(sql`
    update scans
       set state = ${state}, completed_at = now(), updated_at = now(), lease_until = null, fence = fence + 1,
           error_code = ${why.code}, error_detail = ${why.detail}
     where tenant_id = ${tx.tenantId} and id = ${scan.id} and state in ('available', 'scheduled', 'executing')`)
  if (ended === 0) return false
  await tx.run(sql`
    update scan_units
       set state = 'failed', fence = fence + 1,
           error_code = coalesce(error_code, ${why.code})
     where tenant_id = ${tx.tenantId} and scan_id = ${scan.id} and state in ('waiting', 'running')`)
  await endTask(tx, scan.task_id, state, state === 'failed' ? why : null)
  await wakeNext(tx, scan.provider_id)
  return true
}
