/** Re-evaluation of many findings in the order of their keys, a batch in a transaction: others are served between batches. */
import { integer, nullable, text } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import { advanceTask, type Running } from '../../platform/tasks/index.ts'
import { type FindingKey, keyFromText, keyText } from '../versions/index.ts'
import { reEvaluate } from '../recording/index.ts'
import { mutesOf } from './judging.ts'

/** At most so many findings of one transaction. */
export const batchSize = 500
/** Of the first one, before anything is known of what they cost. */
const firstSize = 50
/** And at least so many: part of the time does not depend on their number, such as waiting for a lock. */
const leastSize = 10
/** The target duration of a transaction: expressions of a mutelist may take milliseconds per finding. */
const aimMs = 100

/** Findings of the next transaction after one of `size` took so long. */
export const sizeAfter = (size: number, ms: number, most: number): number =>
  Math.min(most, Math.max(leastSize, Math.min(size * 2, Math.floor((size * aimMs) / ms))))

/** The progress of the work, stored in the input of its task, so that another worker can resume it. */
export const progressInput = {
  /** The key of the last finding that is done. */
  after: nullable(text),
  done: integer,
  /** Findings that came out otherwise. */
  changed: integer,
}
export interface Progress {
  readonly after: string | null
  readonly done: number
  readonly changed: number
}
export const notBegun: Progress = { after: null, done: 0, changed: 0 }

interface Batching {
  /** At most so many findings in the order of their keys, from the one after `after`. */
  readonly next: (tx: Tx, after: FindingKey | null, most: number) => Promise<readonly FindingKey[]>
  /** The user whose change this is; null: the clock's, or the mutelist's. */
  readonly actor: string | null
  readonly most: number
  /** Milliseconds. */
  readonly clock?: () => number
  /** Called in the transaction of each batch, once the task is locked. `last` is undefined if no finding was left. */
  readonly onBatch?: (tx: Tx, last: FindingKey | undefined, isLast: boolean) => Promise<void>
}

/** In the order in which providers are locked. */
const byProvider = (keys: readonly FindingKey[]): [id: string, keys: FindingKey[]][] =>
  [...Map.groupBy(keys, ({ provider_id }) => provider_id)].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Re-evaluates findings by the rules as they are now. Returns the number of those that changed. */
export async function reEvaluateAll(
  tx: Tx,
  keys: readonly FindingKey[],
  actor: string | null,
): Promise<number> {
  let changed = 0
  for (const [providerId, own] of byProvider(keys)) {
    const findingKeys = own.map(({ finding_key }) => finding_key)
    changed += await reEvaluate(tx, providerId, findingKeys, { mutesOf, actor })
  }
  return changed
}

/** Re-evaluates all findings that are left, as a task. A batch and the place after it are written together. */
export async function reEvaluateInBatches<I extends Progress>(
  { inTenant, hold, taskId, signal }: Running,
  input: I,
  { next, actor, most, clock = () => performance.now(), onBatch }: Batching,
): Promise<I> {
  let size = Math.min(firstSize, most)
  for (let from = input; ; ) {
    signal.throwIfAborted()
    const at: I = from
    const { to, isLast, ms } = await inTenant(async (tx) => {
      const began = clock()
      const found = await next(tx, at.after === null ? null : keyFromText(at.after), size + 1)
      const batch = found.slice(0, size)
      const last = batch.at(-1)
      const changed = at.changed + (await reEvaluateAll(tx, batch, actor))
      const done = at.done + batch.length
      const to = { ...at, after: last ? keyText(last) : at.after, done, changed }
      const isLast = found.length <= size
      await hold(tx)
      await advanceTask(tx, taskId, to, { done })
      await onBatch?.(tx, last, isLast)
      return { to, isLast, ms: clock() - began }
    })
    if (isLast) return to
    from = to
    size = sizeAfter(size, ms, most)
  }
}
