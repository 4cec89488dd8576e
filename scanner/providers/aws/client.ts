import type { OperationName } from './operations.ts'

/** Parameters by their API names; nested lists and objects follow the operation's protocol. For ec2: the wire names (`Owner`, `Filter`). */
export type Parameters = Readonly<Record<string, unknown>>

/**
 * AWS as a collector sees it. `T` is the answer in the few members that are read: the cloud's word,
 * not ours, so every member that may be missing is optional in it. XML answers carry the names of
 * the wire (`securityGroupInfo`), lists as arrays, flags as booleans, counts as numbers, the rest as text.
 */
export interface Aws {
  readonly account: string
  readonly partition: string
  /** Throws CallProblem (see the kit) with the error code and the permission; never returns a partial response. */
  call<T>(operation: OperationName, parameters?: Parameters, at?: { region?: string }): Promise<T>
  /** One response per page, requested as they are consumed. */
  pages<T>(
    operation: OperationName,
    parameters?: Parameters,
    at?: { region?: string },
  ): AsyncGenerator<T>
  /** A CallProblem for an answer that parsed but lacks what it must have. */
  broken(operation: OperationName, lacks: string): Error
}
