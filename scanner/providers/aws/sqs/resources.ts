import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface Encryption {
  /** A key of KMS by id, ARN or alias; null without one. */
  readonly kms_key: string | null
  /** With keys that SQS owns. */
  readonly by_sqs: boolean
}

export interface Queue extends Resource {
  /** Null where the queue has no policy. */
  readonly policy: Maybe<readonly Statement[] | null>
  readonly encryption: Maybe<Encryption>
}

export interface Sqs {
  queues: Queue
}

export const check = checkFor<Sqs>()
