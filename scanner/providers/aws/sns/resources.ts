import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface Subscription {
  /** `http`, `https`, `email`, `sqs`, `lambda`, … */
  readonly protocol: string
  /** True if the endpoint has confirmed and was not deleted; other endpoints receive no messages. */
  readonly confirmed: boolean
}

export interface Topic extends Resource {
  readonly policy: Maybe<readonly Statement[]>
  /** A KMS key by id, ARN or alias; null without one. */
  readonly kms_key: Maybe<string | null>
  readonly subscriptions: Maybe<readonly Subscription[]>
}

export interface Sns {
  topics: Topic
}

export const check = checkFor<Sns>()
