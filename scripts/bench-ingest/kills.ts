/** When the working process is killed, and whether every record is there once for all that. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from '../../cli/testing/installation.ts'
import type { Engine } from '../bench-findings/engines.ts'

export type Stage = 'reading' | 'recording'

/** A kill falls once so many records of the file are read or recorded. */
export interface Kill {
  readonly stage: Stage
  readonly records: number
}

/**
 * Records of a file that are recorded between two kills, while so many are left. A scan whose worker dies
 * three times before a batch of it is recorded has failed, and that is meant.
 */
const leastBetween = 8_000

/** The moment of the next of `left` kills: kills of readers at first, then over all that is not recorded yet. */
export function nextKill(
  now: FileProgress,
  { remaining, records, isOfReader }: { remaining: number; records: number; isOfReader: boolean },
  random: () => number,
): Kill {
  if (now.stage === 'reading' && isOfReader)
    return { stage: 'reading', records: Math.floor(random() * records) }
  const from = now.stage === 'recording' ? now.records : 0
  const share = (records - from) / (remaining + 1)
  const step = Math.max(random() * 2 * share, Math.min(share, leastBetween))
  return { stage: 'recording', records: from + Math.floor(step) }
}

export interface FileProgress {
  readonly status: string
  readonly stage: Stage
  /** Records that are read, then records that are recorded. */
  readonly records: number
  readonly scans: readonly string[]
  readonly summary: string
}

export async function progressOf({ client }: Installation, id: string): Promise<FileProgress> {
  const { item } = await client.get(`/ingestions/${id}`)
  const summary = item.object('summary')
  const scans = item.linked('scans')
  const stage = scans.length > 0 ? 'recording' : 'reading'
  const records = Number(summary[stage === 'reading' ? 'total' : 'processed'])
  return { status: item.text('status'), stage, records, scans, summary: JSON.stringify(summary) }
}

const silenceMs = 180_000

/** Polls the state of the file until it matches; throws without progress for three minutes. */
export async function until(
  installation: Installation,
  id: string,
  isThere: (now: FileProgress) => boolean,
  seen: (now: FileProgress) => Promise<void> = async () => {},
): Promise<FileProgress> {
  let known = ''
  for (let since = Date.now(); Date.now() - since < silenceMs; await sleep(100)) {
    const now = await progressOf(installation, id)
    await seen(now)
    if (isThere(now)) return now
    const shown = JSON.stringify(now)
    if (shown === known) continue
    known = shown
    since = Date.now()
  }
  throw new Error(`Nothing has moved for ${silenceMs / 1_000} s: ${known}`)
}

export const isOver = ({ status }: FileProgress): boolean => /completed|failed/.test(status)

/** The moment of a kill: as many records of its stage, or the stage has ended. */
export const isDue =
  ({ stage, records }: Kill) =>
  (now: FileProgress): boolean =>
    isOver(now) || (now.stage === stage ? now.records >= records : stage === 'reading')

export interface Counted {
  readonly lost: number
  readonly double: number
  /** Differences between the API and the database. */
  readonly differences: readonly string[]
}

/** Counts every record of the file: what is there of it over the API, and row by row in the database. */
export async function count(
  installation: Installation,
  engine: Engine,
  { scans, summary }: FileProgress,
  records: number,
): Promise<Counted> {
  const { client } = installation
  const [rows] = await engine.administer(`
    select count(*) as all, count(distinct at) as known, coalesce(min(at), 0) as first, coalesce(max(at), 0) as last
      from (select substring(uid from '[0-9]+$')::int as at from findings
            union all
            select substring(uid from '[0-9]+$')::int from finding_history) every_version`)
  const counted = { all: 0, known: 0, first: 0, last: 0, ...rows }
  const [all, known] = [Number(counted.all), Number(counted.known)]
  const isForeign = Number(counted.first) < 0 || Number(counted.last) >= records
  let ofScans = 0
  for (const scan of scans)
    ofScans += (await client.get(`/findings?page[size]=1&filter[scan]=${scan}`)).count
  const latest = (await client.get('/findings/latest?page[size]=1')).count
  const { total, invalid, processed } = JSON.parse(summary) as Record<string, unknown>
  const isWhole = total === records && invalid === 0 && processed === records
  const differences = [
    ...(isWhole ? [] : [`the ingestion says ${summary}`]),
    ...(ofScans === records ? [] : [`its scans have ${ofScans} findings`]),
    ...(latest === records ? [] : [`${latest} findings are the latest`]),
    ...(isForeign ? [`the database knows record ${counted.last}`] : []),
  ]
  return { lost: records - known, double: all - known, differences }
}
