/** The dumps of a folder: their names, when the next one is due, and which are deleted. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../log.ts'
import type { Dump } from './backup.ts'

const pattern = /^plumbline-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z(-before-[\w]+)?\.tar\.gz$/

/** A name with the time of the dump, which sorts by it. */
export const dumpName = (nowMs: number, before = ''): string =>
  `plumbline-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z${before && `-before-${before}`}.tar.gz`

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return []
  }
}

/** When a dump of this name was made; undefined for the name of none. */
function timeOf(name: string): number | undefined {
  const [, time] = pattern.exec(name) ?? []
  if (!time) return undefined
  const [day, clock = ''] = time.split('T')
  return Date.parse(`${day}T${clock.replaceAll('-', ':')}Z`)
}

/** The dumps of a folder, oldest first. */
export const dumpsIn = (
  folder: string,
): readonly { readonly file: string; readonly ms: number }[] =>
  namesIn(folder)
    .toSorted()
    .flatMap((name) => {
      const ms = timeOf(name)
      return ms === undefined ? [] : [{ file: join(folder, name), ms }]
    })

/** What a dump in the making is called besides; one that was killed leaves it, as large as the database. */
const making = /\.(partial|checking)$/

/** Leaves the newest dumps of a folder, and nothing of those that broke off a day before them or earlier. */
export function rotate(folder: string, maxDumps: number): void {
  const dumps = dumpsIn(folder)
  for (const { file } of dumps.slice(0, -maxDumps)) {
    rmSync(file)
    rmSync(`${file}.sha256`, { force: true })
  }
  const newest = dumps.at(-1)?.ms ?? Number.NEGATIVE_INFINITY
  for (const name of namesIn(folder).filter((one) => making.test(one))) {
    const ms = timeOf(name.replace(making, ''))
    if (ms !== undefined && ms < newest - dayMs)
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

const dayMs = 24 * 60 * 60_000
const lookMs = 15 * 60_000
const hourMs = 60 * 60_000

/**
 * Checks every 15 minutes whether the newest dump is older than so many hours, so that a server that is restarted daily
 * also makes dumps. Returns the function that stops it.
 */
export function regularDumps(
  database: { backUp(file: string): Promise<Dump> },
  folder: string,
  {
    hours,
    maxDumps,
    log,
    now,
    checkEveryMs = lookMs,
  }: {
    readonly hours: number
    readonly maxDumps: number
    readonly log: Log
    readonly now: () => number
    readonly checkEveryMs?: number
  },
): () => void {
  let notBeforeMs = Number.NEGATIVE_INFINITY
  let isStopped = false
  let isRunning = false
  async function look(): Promise<void> {
    const newest = dumpsIn(folder).at(-1)?.ms ?? Number.NEGATIVE_INFINITY
    if (isRunning || now() < Math.max(newest + hours * hourMs, notBeforeMs)) return
    isRunning = true
    const startedMs = now()
    try {
      const { file, bytes } = await database.backUp(join(folder, dumpName(startedMs)))
      rotate(folder, maxDumps)
      log.info('backup completed', { file, bytes, ms: now() - startedMs })
    } catch (error) {
      notBeforeMs = now() + hourMs
      if (!isStopped) log.error('backup failed', { error: error as Error })
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void look(), checkEveryMs)
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
