/** The counters of a rollup row: findings by effective status and mute, all of them, the new and the changed. */
import type { RollupChange } from './tally.ts'

const byBucket = {
  2: 'pass',
  3: 'pass_muted',
  4: 'fail',
  5: 'fail_muted',
  6: 'manual',
  7: 'manual_muted',
} as const
const families = ['', 'new_', 'changed_'] as const
/** All findings of a bucket, each. */
export const buckets = Object.values(byBucket)

export type Bucket = (typeof buckets)[number]
export type Counter = `${(typeof families)[number]}${Bucket}`

export const counters: readonly Counter[] = families.flatMap((family) =>
  buckets.map((bucket): Counter => `${family}${bucket}`),
)

/** The column that counts all findings of a bucket, as `bucketOf` numbers it. */
export const columnOf = (bucket: number): Bucket => {
  const name = byBucket[bucket as keyof typeof byBucket]
  if (name === undefined) throw new RangeError(`${bucket} is no bucket.`)
  return name
}

/** A change by the names of the columns that it is about. */
export const columnsOf = ({ counts }: RollupChange): [column: Counter, by: number][] =>
  [...counts].flatMap(([bucket, changes]) =>
    families.map((family, at): [Counter, number] => [
      `${family}${columnOf(bucket)}`,
      changes[at] ?? 0,
    ]),
  )
