/** The findings of a scan of a provider type's small fixture, one per line, sorted. */
import { readFileSync, writeFileSync } from 'node:fs'

export interface Shown {
  readonly uid: string
  readonly check_id: string
  readonly status: string
  readonly status_extended: string
}

/** Ages in fixtures are constant, so their dates change every day. */
const dates = /\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g

/** A finding as in the file. */
export const findingLine = ({ uid, check_id, status, status_extended }: Shown): string =>
  [uid, check_id, status, status_extended.replace(dates, '(date)')].join('\t')

const fileOf = (kind: string): URL => new URL(`expected/${kind}.tsv`, import.meta.url)

/** The lines of the file. */
export const expectedFindings = (kind: string): readonly string[] =>
  readFileSync(fileOf(kind), 'utf8').trimEnd().split('\n')

/** If PLUMBLINE_EXPECTED is `write`, stores the actual findings as expected ones; the change must be reviewed. */
export function seenFindings(kind: string, seen: readonly string[]): readonly string[] {
  if (process.env['PLUMBLINE_EXPECTED'] === 'write')
    writeFileSync(fileOf(kind), `${seen.join('\n')}\n`)
  return seen
}
