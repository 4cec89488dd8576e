// Reads responses of any service.
import { CallProblem } from '../../kit/index.ts'
import type { Aws, Parameters } from './client.ts'
import type { OperationName } from './operations.ts'
import { parsePolicy, type Statement } from './policy/index.ts'

/** The items of a list, page by page, for lists that are sent also when they are empty. */
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

/** A policy that a response contains as text. Throws if it cannot be read. */
export function policyIn(aws: Aws, operation: OperationName, text = ''): readonly Statement[] {
  try {
    return parsePolicy(text)
  } catch {
    throw aws.broken(operation, 'a readable policy')
  }
}

/** Tags as most services write them. */
export const tagsOf = (
  list: readonly { Key?: string; Value?: string }[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(list.flatMap(({ Key, Value = '' }) => (Key ? [[Key, Value]] : [])))

/** Null for the error code with which a service reports that nothing is set. */
export const orNull = async <T>(call: Promise<T>, code: string): Promise<T | null> =>
  call.catch((thrown: unknown) => {
    if (thrown instanceof CallProblem && thrown.code === code) return null
    throw thrown
  })
