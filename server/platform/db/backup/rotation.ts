/** The dumps of a folder: their names, when the next one is due, and which of them go. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../log.ts'
import type { Dump } from './backup.ts'

const pattern = /^plumbline-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z(-before-[\w]+)?\.tar\.gz$/

/** A name that tells when, and sorts by it. */
export const dumpName = (nowMs: number, before = ''): string =>
  `plumbline-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z${before && `-before-${before}`}.tar.gz`

/** The dumps of a folder, oldest first. */
export function dumpsIn(folder: string): readonly { readonly file: string; readonly ms: number }[] {
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return names.toSorted().flatMap((name) => {
    const [, time] = pattern.exec(name) ?? []
    if (!time) return []
    const [day, clock = ''] = time.split('T')
    return [{ file: join(folder, name), ms: Date.parse(`${day}T${clock.replaceAll('-', ':')}Z`) }]
  })
}

/** Leaves the newest dumps of a folder. */
export function rotate(folder: string, keep: number): void {
  for (const { file } of dumpsIn(folder).slice(0, -keep)) {
    rmSync(file)
    rmSync(`${file}.sha256`, { force: true })
  }
}

const lookMs = 15 * 60_000
const hourMs = 60 * 60_000

/**
 * Looks every quarter of an hour whether the newest dump is older than so many hours, so that a server which is
 * started every day makes one too. Gives what ends it.
 */
export function regularDumps(
  database: { backUp(file: string): Promise<Dump> },
  folder: string,
  {
    hours,
    keep,
    log,
    now,
    lookEveryMs = lookMs,
  }: {
    readonly hours: number
    readonly keep: number
    readonly log: Log
    readonly now: () => number
    readonly lookEveryMs?: number
  },
): () => void {
  let notBeforeMs = Number.NEGATIVE_INFINITY
  let isStopped = false
  let isRunning = false
  async function look(): Promise<void> {
    const newest = dumpsIn(folder).at(-1)?.ms ?? Number.NEGATIVE_INFINITY
    if (isRunning || now() < Math.max(newest + hours * hourMs, notBeforeMs)) return
    isRunning = true
    const began = now()
    try {
      const { file, bytes } = await database.backUp(join(folder, dumpName(began)))
      rotate(folder, keep)
      log.info('database was backed up', { file, bytes, ms: now() - began })
    } catch (error) {
      notBeforeMs = now() + hourMs
      if (!isStopped) log.error('database was not backed up', { error: error as Error })
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
