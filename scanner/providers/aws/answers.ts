// Reads responses of any service.
import { CallProblem, unread, withhold } from '../../kit/index.ts'
import type { Aws, Parameters } from './client.ts'
import type { OperationName } from './operations.ts'
import { parsePolicy, type Statement } from './policy/index.ts'

/** Yields the items of a list, page by page, for lists that are present even if empty. */
export async function* listed<T>(
  aws: Aws,
  operation: OperationName,
  member: string,
  parameters: Parameters = {},
): AsyncGenerator<T> {
  for await (const page of aws.pages<Readonly<Record<string, T[]>>>(operation, parameters)) {
    const items = page[member]
    if (!items) throw aws.broken(operation, member)
    yield* items
  }
}

/** Parses a policy in a response. Throws if it is invalid. */
export function policyIn(aws: Aws, operation: OperationName, text = ''): readonly Statement[] {
  try {
    return parsePolicy(text)
  } catch {
    throw aws.broken(operation, 'a readable policy')
  }
}

/** Reads tags in the format of most services. */
export const tagsOf = (
  list: readonly { Key?: string; Value?: string }[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(list.flatMap(({ Key, Value = '' }) => (Key ? [[Key, Value]] : [])))

/** Returns null for the error code with which a service reports that a setting does not exist. */
export const orNull = async <T>(call: Promise<T>, code: string): Promise<T | null> =>
  call.catch((thrown: unknown) => {
    if (thrown instanceof CallProblem && thrown.code === code) return null
    throw thrown
  })

/** A text with identifiers of a response, for a uid. Throws if one of them is missing. */
export function named(
  texts: TemplateStringsArray,
  ...ids: readonly (string | undefined)[]
): string {
  if (ids.some((id) => !id)) withhold(unread('broken_answer', { outcome: 'error' }))
  return texts.reduce((made, text, at) => `${made}${ids[at - 1]}${text}`)
}
