// From a stream's descriptions to settled records, a bounded number at a time.
import { type Description, type Resource, type Stream, settle } from '../kit/index.ts'

/** Records whose reads are in flight at once; the provider's limits narrow this further. */
const inFlight = 16

export interface Wish {
  /** Fields to read; all others cost no call. */
  readonly fields: ReadonlySet<string>
  /** Only these resources, or null for all. The list is walked, the reads are not made for others. */
  readonly uids: ReadonlySet<string> | null
  /** Fields to read of all others, where something joins them; null: they are left out. */
  readonly others: ReadonlySet<string> | null
}

/**
 * The records of a stream in the list's order. At most 16 are in flight, and none is read before the consumer needs it.
 * When the list fails midway, the records before come first, then the throw.
 */
export async function* records(
  stream: Stream<Resource>,
  { fields, uids, others }: Wish,
): AsyncGenerator<Resource> {
  const window: Promise<Resource>[] = []
  const start = (description: Description<Resource>, wanted: ReadonlySet<string>) => {
    const record = settle(description, wanted)
    record.catch(() => undefined) // awaited in turn below; a cancelled scan stops before that
    window.push(record)
  }
  let failed: { thrown: unknown } | null = null
  try {
    for await (const description of stream.open()) {
      const wanted = !uids || uids.has(description.uid) ? fields : others
      if (!wanted) continue
      start(description, wanted)
      const first = window.length >= inFlight ? window.shift() : undefined
      if (first) yield await first
    }
  } catch (thrown) {
    failed = { thrown }
  }
  for (const record of window) yield await record
  if (failed) throw failed.thrown
}
