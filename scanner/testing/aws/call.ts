/** One call in an operation: caller, region and input; and the type of operations. */
import type { Account } from './account.ts'
import type { RefusalFamily } from './fault.ts'
import type { Page, PageRule } from './paging.ts'
import type { Input, Recognised, Request } from './request.ts'
import type { Tree } from './xml.ts'

export interface Caller {
  readonly arn: string
  readonly userId: string
  readonly accountId: string
}

export interface SessionRequest {
  readonly account: Account
  readonly arn: string
  readonly userId: string
  readonly expiresAt: Date
}

export interface SessionCredential {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
}

export interface Call {
  readonly operation: string
  readonly region: string
  readonly account: Account
  readonly caller: Caller
  readonly input: Input
  readonly now: Date
  page<T>(items: readonly T[], rule: PageRule): Page<T>
  /** Finds any account of this cloud: a role may be assumed from another one. */
  accountOf(id: string): Account | undefined
  openSession(request: SessionRequest): SessionCredential
}

/** A body that is sent unchanged, if a service's response is not a document of its protocol. */
export interface RawBody {
  readonly raw: string
  readonly contentType: string
  readonly headers?: Record<string, string>
}

export interface Operation {
  /** The required permission, if it is not `<service>:<operation>`. */
  readonly permission?: string
  /** The ARN of the resource; `*` if the operation names none. */
  readonly resource?: (call: Call) => string
  /** The document's name, for S3 and S3 Control. */
  readonly root?: string
  readonly answer: (call: Call) => Tree | RawBody
}

export type Protocol = 'query' | 'ec2' | 'rest-xml' | 'json' | 'rest-json'

export interface Service {
  readonly name: string
  /** The name in signatures, if it differs. Two services may share it. */
  readonly signed?: string
  /** The prefix of its permissions. */
  readonly prefix: string
  readonly protocol: Protocol
  readonly refusals: RefusalFamily
  readonly xmlns?: string
  /** Signed for one region only (`us-east-1`), because the service has one endpoint. */
  readonly global?: boolean
  readonly operations: Record<string, Operation>
  /** Returns the operation of a request, with its input. The name may be unknown. */
  readonly recognise: (request: Request) => Recognised
}

export const isRaw = (answer: Tree | RawBody): answer is RawBody =>
  typeof answer === 'object' && answer !== null && 'raw' in answer && 'contentType' in answer
