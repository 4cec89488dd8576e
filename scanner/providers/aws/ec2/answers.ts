// Converts EC2's responses to records: lists over pages, and required members.
import { type Maybe, unread } from '../../../kit/index.ts'
import type { Aws, Parameters } from '../client.ts'
import type { OperationName } from '../operations.ts'

export interface TagSet {
  tagSet?: { key?: string; value?: string }[]
}

/** Yields the items of every page. `list` returns the items of one response; a page without the list is invalid. */
export async function* items<A, I>(
  aws: Aws,
  operation: OperationName,
  parameters: Parameters,
  list: (answer: A) => I[] | undefined,
): AsyncGenerator<I> {
  for await (const answer of aws.pages<A>(operation, parameters)) {
    const found = list(answer)
    if (!found) throw aws.broken(operation, 'its list')
    yield* found
  }
}

export const all = async <T>(given: AsyncIterable<T>): Promise<readonly T[]> => {
  const list: T[] = []
  for await (const item of given) list.push(item)
  return list
}

/** A member that EC2 always sends. If it is missing, the value is unknown, which differs from "off". */
export const seen = <T>(value: T | undefined, operation: OperationName): Maybe<T> =>
  value ?? unread('broken_answer', { outcome: 'error', action: operation })

/** The member that identifies a resource; without it the whole list is invalid. */
export function identity(aws: Aws, operation: OperationName, id: string | undefined): string {
  if (!id) throw aws.broken(operation, 'an id')
  return id
}

export const tags = ({ tagSet = [] }: TagSet): Readonly<Record<string, string>> =>
  Object.fromEntries(tagSet.flatMap(({ key, value = '' }) => (key ? [[key, value]] : [])))

/** A display name: the Name tag, else the id. */
export const nameOf = (id: string, given: TagSet): string => tags(given).Name || id
