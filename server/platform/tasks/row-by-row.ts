import { levelOf } from '../db/index.ts'
import type { Log } from '../log.ts'
import type { Sweep } from './worker.ts'

/** A row that failed is left alone for so long: what is behind it in the order has its turn. */
const restMs = 60_000
/** Rows that are left alone at a time, of all tenants. */
const mostResting = 1_000
/** Rows of one sweep. */
const batch = 20

export interface RowByRow<R> {
  /** The log message for a failed row: `schedule was not run`. */
  readonly failed: string
  /** At most so many rows, those of one tenant not before the first of each. */
  readonly find: (most: number) => Promise<readonly R[]>
  /** What it is known by, here and in the log. */
  readonly ids: (row: R) => Readonly<Record<string, string>>
  readonly work: (row: R) => Promise<unknown>
}

/** A sweep that works row by row: a failing row never delays the others. */
export function rowByRow<R>(
  { failed, find, ids, work }: RowByRow<R>,
  log: Log,
  now: () => number = Date.now,
): Sweep {
  /** Until when each is left alone. */
  const resting = new Map<string, number>()
  const keyOf = (row: R): string => Object.values(ids(row)).join(' ')
  return async () => {
    for (const [key, untilMs] of resting) if (untilMs <= now()) resting.delete(key)
    const rows = await find(batch + resting.size)
    for (const row of rows.filter((one) => !resting.has(keyOf(one))).slice(0, batch)) {
      try {
        await work(row)
      } catch (error) {
        log[levelOf(error)](failed, { ...ids(row), error: error as Error })
        if (resting.size < mostResting) resting.set(keyOf(row), now() + restMs)
      }
    }
  }
}
