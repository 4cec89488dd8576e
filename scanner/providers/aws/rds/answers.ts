// What the answers about clusters, instances and snapshots have in common.
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
 * Whether storage is encrypted. The older flag knows nothing of keys that AWS owns: with them it is false, and only the
 * type shows the encryption.
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
