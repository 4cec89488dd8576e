// Reads a stream's records, with limited concurrency.
import { type Incomplete, isIncomplete, type Resource, type Stream, settle } from '../kit/index.ts'

/** Maximum number of records whose reads run concurrently; the provider's limits apply as well. */
const inFlight = 16

export interface Wish {
  /** Fields to read. Other fields cause no API calls. */
  readonly fields: ReadonlySet<string>
  /** Only these resources, or null for all. The whole list is read, but not the fields of other resources. */
  readonly uids: ReadonlySet<string> | null
  /** Fields to read of all other resources, for joins; null: the other resources are omitted. */
  readonly others: ReadonlySet<string> | null
  /** True for a listed resource that must not be read. It is not yielded, and causes no calls. */
  readonly skip: (listed: Pick<Resource, 'uid' | 'region'>) => boolean
}

/**
 * The records of a stream in the list's order, and its incomplete items. At most 16 are in flight, and none is read
 * before the consumer needs it. If the list fails midway, the preceding records are yielded before the error is thrown.
 */
export async function* records(
  stream: Stream<Resource>,
  { fields, uids, others, skip }: Wish,
): AsyncGenerator<Resource | Incomplete> {
  const window: Promise<Resource | Incomplete>[] = []
  const start = (record: Promise<Resource | Incomplete>) => {
    record.catch(() => undefined) // awaited below in order; a canceled scan stops before
    window.push(record)
  }
  let failed: { thrown: unknown } | null = null
  try {
    for await (const description of stream.open()) {
      if (isIncomplete(description)) start(Promise.resolve(description))
      else {
        if (skip(description)) continue
        const wanted = !uids || uids.has(description.uid) ? fields : others
        if (!wanted) continue
        start(settle(description, wanted))
      }
      const first = window.length >= inFlight ? window.shift() : undefined
      if (first) yield await first
    }
  } catch (thrown) {
    failed = { thrown }
  }
  for (const record of window) yield await record
  if (failed) throw failed.thrown
}
