/** Room for more data on the disk of the embedded database. PostgreSQL watches its own disk. */
import { statfs } from 'node:fs/promises'
import type { Log } from './log.ts'

/** A write adds little to what is known a second later. */
const staleMs = 1_000

export interface DiskSpace {
  /** False while less than the reserve is free. Rejects if the disk cannot be read. */
  hasRoom(): Promise<boolean>
}

export interface DiskSettings {
  /** A folder on the disk. */
  readonly path: string
  /** Bytes that stay free. */
  readonly reserved: number
  readonly now: () => number
  readonly log: Log
  /** Bytes that are free; tests give their own. */
  readonly freeBytes?: ((path: string) => Promise<number>) | undefined
}

const freeOf = async (path: string): Promise<number> => {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

export function diskSpace(settings: DiskSettings): DiskSpace {
  const { path, reserved, now, log, freeBytes = freeOf } = settings
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
  }
}
