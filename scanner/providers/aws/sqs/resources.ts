import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface Encryption {
  /** A KMS key by id, ARN or alias; null without one. */
  readonly kms_key: string | null
  /** True if encrypted with keys that SQS owns. */
  readonly by_sqs: boolean
}

export interface Queue extends Resource {
  /** Null if the queue has no policy. */
  readonly policy: Maybe<readonly Statement[] | null>
  readonly encryption: Maybe<Encryption>
}

export interface Sqs {
  queues: Queue
}

export const check = checkFor<Sqs>()
