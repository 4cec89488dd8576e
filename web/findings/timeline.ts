/** The history of one finding in scans: consecutive scans with the same result are one line. */
import type { Row } from '../api/documents.ts'

export interface Observed {
  readonly scan: Row<'scans'>
  readonly row: Row<'findings'>
}

export interface Chapter extends Observed {
  /** The time of the oldest of these scans. */
  readonly since: string
  /** The number of scans with the same result. */
  readonly scans: number
}

/** Observations must be sorted newest first; so are the chapters. */
export function timeline(observed: readonly Observed[]): readonly Chapter[] {
  const chapters: Chapter[] = []
  for (const { scan, row } of observed) {
    const last = chapters.at(-1)
    const isSame =
      last?.row.raw_status === row.raw_status &&
      last.row.status_extended === row.status_extended &&
      last.row.severity === row.severity
    if (last && isSame)
      chapters[chapters.length - 1] = { ...last, since: row.inserted_at, scans: last.scans + 1 }
    else chapters.push({ scan, row, since: row.inserted_at, scans: 1 })
  }
  return chapters
}
