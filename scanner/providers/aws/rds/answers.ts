// Fields shared by responses about clusters, instances and snapshots.
import { type Maybe, unread } from '../../../kit/index.ts'
import { tagsOf } from '../answers.ts'
import type { OperationName } from '../operations.ts'

export interface Given {
  TagList?: { Key?: string; Value?: string }[]
}

export const ownTags = ({ TagList = [] }: Given): Readonly<Record<string, string>> =>
  tagsOf(TagList)

interface Stored {
  /** `none`, `sse-kms` or `sse-rds`. */
  StorageEncryptionType?: string
}

/**
 * Whether storage is encrypted. The older flag is false for keys that AWS owns: only the type shows that encryption.
 */
export function encrypted(
  flag: boolean | undefined,
  { StorageEncryptionType: type }: Stored,
  operation: OperationName,
): Maybe<boolean> {
  if (flag === true) return true
  if (type !== undefined) return type !== 'none'
  return flag ?? unread('broken_answer', { outcome: 'error', action: operation })
}

/** A list that was read completely, as an async iterable. */
export async function* oneByOne<T>(list: () => Promise<readonly T[]>): AsyncGenerator<T> {
  yield* await list()
}
