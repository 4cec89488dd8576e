/** The counters of a rollup row: findings by effective status and mute, all of them, the new and the changed. */
import type { RollupChange } from './tally.ts'

/** All findings of a bucket each, in the order of the buckets, which `bucketOf` numbers from 2. */
export const buckets = [
  'pass',
  'pass_muted',
  'fail',
  'fail_muted',
  'manual',
  'manual_muted',
] as const
const firstBucket = 2
const families = ['', 'new_', 'changed_'] as const

export type Bucket = (typeof buckets)[number]
export type Counter = `${(typeof families)[number]}${Bucket}`

export const counters: readonly Counter[] = families.flatMap((family) =>
  buckets.map((bucket): Counter => `${family}${bucket}`),
)

/** The column that counts all findings of a bucket. */
export const columnOf = (bucket: number): Bucket => {
  const name = buckets[bucket - firstBucket]
  if (name === undefined) throw new RangeError(`${bucket} is not a known bucket.`)
  return name
}

/** The bucket that a column counts; undefined of new and changed findings. */
export const bucketIn = (column: Counter): number | undefined => {
  const at = (buckets as readonly Counter[]).indexOf(column)
  return at < 0 ? undefined : at + firstBucket
}

/** All counters of rows with these columns: a bucket, and a delta or null. */
export const counted = (bucket: string, delta: string): string =>
  families
    .flatMap((family, code) =>
      buckets.map((name, at) => {
        const ofFamily = code === 0 ? '' : ` and ${delta} = ${code}`
        return `count(*) filter (where ${bucket} = ${at + firstBucket}${ofFamily})::int as ${family}${name}`
      }),
    )
    .join(', ')

/** The columns of a row, with their types. */
export const rowTypes =
  'unit text, check_id text, region text, resource_type text, severity smallint, service text, ' +
  counters.map((name) => `${name} int`).join(', ')

const none = Object.fromEntries(counters.map((name) => [name, 0]))

/** A change as a row that is added to what is there. */
export function rowOf(change: RollupChange): object {
  const changed = [...change.counts].flatMap(([bucket, changes]) =>
    families.map((family, at) => [`${family}${columnOf(bucket)}`, changes[at] ?? 0]),
  )
  return { ...change, ...none, ...Object.fromEntries(changed) }
}
