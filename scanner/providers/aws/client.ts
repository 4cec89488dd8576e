import type { OperationName } from './operations.ts'

/** Parameters by their API names; nested lists and objects follow the operation's protocol. For ec2: the wire names (`Owner`, `Filter`). */
export type Parameters = Readonly<Record<string, unknown>>

/**
 * The AWS client of collectors. `T` is the part of the response that is read. The cloud decides what it contains, so
 * members that may be missing are optional in it. XML responses keep their element names (`securityGroupInfo`), with
 * lists as arrays, flags as booleans, counts as numbers, and the rest as strings.
 */
export interface Aws {
  readonly account: string
  readonly partition: string
  /** Throws CallProblem (see the kit) with the error code and the permission; never returns a partial response. */
  call<T>(operation: OperationName, parameters?: Parameters, at?: { region?: string }): Promise<T>
  /** One response per page, requested on demand. */
  pages<T>(
    operation: OperationName,
    parameters?: Parameters,
    at?: { region?: string },
  ): AsyncGenerator<T>
  /** Creates a CallProblem for a response that was parsed but lacks a required member. */
  broken(operation: OperationName, lacks: string): Error
}
