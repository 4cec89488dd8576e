/** Room for more data on the disk of the embedded database. PostgreSQL watches its own disk. */
import { statfs } from 'node:fs/promises'
import { Problem } from '@plumbline/jsonapi'
import type { Log } from './log.ts'

/** A write adds little to what is known a second later. */
const staleMs = 1_000

export interface DiskSpace {
  /** False while less than the reserve is free. Rejects if the disk cannot be read. */
  hasRoom(): Promise<boolean>
  /**
   * Counts bytes that a user of a tenant sent to be stored, for both of them. Throws a 429 Problem if one of them had
   * sent its share of this UTC day before.
   */
  count(by: Sender, bytes: number): void
  /** Counts bytes that became known later, such as those of an unpacked file. Never refuses them. */
  add(by: Sender, bytes: number): void
}

/** A user may have several tenants, and a tenant several users. */
export interface Sender {
  readonly tenantId: string
  readonly userId: string
}

export interface DiskSettings {
  /** A folder on the disk. */
  readonly path: string
  /** Bytes that stay free. */
  readonly reserved: number
  /** Bytes that one tenant, or one user in all tenants, may send in a UTC day; 0 does not limit. */
  readonly tenantBytes: number
  readonly now: () => number
  readonly log: Log
  /** Free bytes; tests inject a function. */
  readonly freeBytes?: ((path: string) => Promise<number>) | undefined
}

const freeOf = async (path: string): Promise<number> => {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

const dayMs = 86_400_000

const shareUsed = (secondsLeft: number): Problem =>
  new Problem(
    429,
    'daily_share_used',
    'This tenant or this user has sent as much data today as it may store on this server. Try again after midnight UTC, or ask the operator for a larger TENANT_WRITE_BYTES_PER_DAY.',
    { headers: { 'Retry-After': String(secondsLeft) } },
  )

export function diskSpace(settings: DiskSettings): DiskSpace {
  const { path, reserved, tenantBytes, now, log, freeBytes = freeOf } = settings
  const sent = new Map<string, number>()
  let day = 0
  let [checkedMs, hasRoom] = [Number.NEGATIVE_INFINITY, true]
  const sentBy = (sender: string): number => {
    const today = Math.floor(now() / dayMs)
    if (today !== day) sent.clear()
    day = today
    return sent.get(sender) ?? 0
  }
  const add = ({ tenantId, userId }: Sender, bytes: number): void => {
    if (tenantBytes === 0) return
    for (const sender of [tenantId, userId]) sent.set(sender, sentBy(sender) + bytes)
  }
  return {
    add,
    async hasRoom() {
      if (now() - checkedMs < staleMs) return hasRoom
      checkedMs = now()
      const free = await freeBytes(path)
      const had = hasRoom
      hasRoom = free >= reserved
      if (had && !hasRoom) log.error('disk full, writes rejected', { free, reserved })
      if (!had && hasRoom) log.info('disk space available again', { free, reserved })
      return hasRoom
    },
    count(by, bytes) {
      const most = Math.max(sentBy(by.tenantId), sentBy(by.userId))
      if (tenantBytes > 0 && most >= tenantBytes)
        throw shareUsed(Math.ceil(((day + 1) * dayMs - now()) / 1_000))
      add(by, bytes)
    },
  }
}
