/** The transactions of a test run that occupied the one session of the embedded database longest. */
import { appendFileSync } from 'node:fs'
import type { TimedTransaction } from '../server/testing/transaction-times.ts'
import { readLines } from './test-results.ts'

interface NotedTransaction extends TimedTransaction {
  readonly file: string
}

/** Processes of a run add to one file; a line is short enough to be written at once. */
export function noteTransactions(
  path: string,
  file: string,
  transactions: readonly TimedTransaction[],
): void {
  for (const transaction of transactions)
    appendFileSync(path, `${JSON.stringify({ file, ...transaction } satisfies NotedTransaction)}\n`)
}

/** Lines with the longest, in milliseconds of the reference machine. None when nothing was noted. */
export function longestTransactions(path: string, factor: number, most = 10): readonly string[] {
  const noted = readLines<NotedTransaction>(path).toSorted((a, b) => b.ms - a.ms)
  if (noted.length === 0) return []
  return [
    `The ${most} longest transactions of the embedded database, in ms of the reference machine, with their slowest statements:`,
    ...noted
      .slice(0, most)
      .map(
        ({ ms, file, statement }) =>
          `${(ms / factor).toFixed(0).padStart(8)}  ${file}: ${statement}`,
      ),
  ]
}
