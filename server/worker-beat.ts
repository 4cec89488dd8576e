/**
 * The health of a worker, which listens on no port: it sets the time of a file again and again while its event loop runs
 * and its database answers. Imports nothing of the product, because health checks start often.
 */
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

export const beatMs = 5_000
/** A database that fails over, or a machine that is short of processors, may cost a few beats. */
export const maxAgeMs = 30_000

/** Workers in other containers may share the directory. */
const fileOf = (dataDir: string): string => join(dataDir, `worker-${hostname()}.alive`)

/** Beats until the returned function is called. `ping` resolves when the database has answered. */
export function startBeats(
  dataDir: string,
  ping: () => Promise<unknown>,
  intervalMs = beatMs,
): () => void {
  const file = fileOf(dataDir)
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const beat = async (): Promise<void> => {
    try {
      await ping()
      if (!isStopped) setTime(file)
    } catch {} // the age of the file shows it
    if (!isStopped) timer = setTimeout(() => void beat(), intervalMs).unref()
  }
  rmSync(file, { force: true }) // of a worker that was killed
  void beat()
  return () => {
    isStopped = true
    clearTimeout(timer)
    rmSync(file, { force: true })
  }
}

/**
 * Milliseconds since the last beat of a worker on this host; undefined if there is none. Less than 0 after the clock was
 * set back.
 */
export function beatAgeMs(dataDir: string, nowMs: number): number | undefined {
  const found = statSync(fileOf(dataDir), { throwIfNoEntry: false })
  return found && nowMs - found.mtimeMs
}

/** The time is that of the clock of this host, which a health check reads too: a file server has its own. */
function setTime(file: string): void {
  writeFileSync(file, '', { flag: 'a' })
  const now = new Date()
  utimesSync(file, now, now)
}
