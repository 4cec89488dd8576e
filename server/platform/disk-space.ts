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
   * Counts bytes that a tenant sent to be stored. Throws a 429 Problem if the tenant had sent its share of this UTC day
   * before.
   */
  count(tenantId: string, bytes: number): void
}

export interface DiskSettings {
  /** A folder on the disk. */
  readonly path: string
  /** Bytes that stay free. */
  readonly reserved: number
  /** Bytes that one tenant may send in a UTC day; 0 does not limit. */
  readonly tenantBytes: number
  readonly now: () => number
  readonly log: Log
  /** Bytes that are free; tests give their own. */
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
    'This tenant has sent as much data today as it may store on this server. Try again after midnight UTC, or ask the operator for a larger TENANT_WRITE_BYTES_PER_DAY.',
    { headers: { 'Retry-After': String(secondsLeft) } },
  )

export function diskSpace(settings: DiskSettings): DiskSpace {
  const { path, reserved, tenantBytes, now, log, freeBytes = freeOf } = settings
  const sent = new Map<string, number>()
  let day = 0
  let [checkedMs, hasRoom] = [Number.NEGATIVE_INFINITY, true]
  return {
    async hasRoom() {
      if (now() - checkedMs < staleMs) return hasRoom
      checkedMs = now()
      const free = await freeBytes(path)
      const had = hasRoom
      hasRoom = free >= reserved
      if (had && !hasRoom) log.error('disk is full: writes are refused', { free, reserved })
      if (!had && hasRoom) log.info('disk has room again', { free, reserved })
      return hasRoom
    },
    count(tenantId, bytes) {
      if (tenantBytes === 0) return
      const today = Math.floor(now() / dayMs)
      if (today !== day) sent.clear()
      day = today
      const before = sent.get(tenantId) ?? 0
      if (before >= tenantBytes) throw shareUsed(Math.ceil(((day + 1) * dayMs - now()) / 1_000))
      sent.set(tenantId, before + bytes)
    },
  }
}
