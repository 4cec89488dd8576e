import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'
import type { Suspect } from '../secrets.ts'

export interface FunctionUrl {
  /** Empty for the function itself, else its alias. */
  readonly qualifier: string
  readonly auth_type: string
  /** Origins that browsers may call from; empty without a CORS setting. */
  readonly origins: readonly string[]
}

export interface LambdaFunction extends Resource {
  /** Null for container images, which contain their own runtime. */
  readonly runtime: string | null
  /** Null outside a VPC. */
  readonly vpc_id: Maybe<string | null>
  readonly subnets: readonly string[]
  readonly dead_letter_target: string | null
  /** The customer’s key for the environment variables; null for AWS’s own. */
  readonly kms_key: string | null
  readonly variables: Maybe<number>
  /** Variables whose values look like secrets. The values are not stored. */
  readonly suspects: Maybe<readonly Suspect[]>
  /** The policy of the function itself, not of its versions and aliases; null without one. */
  readonly policy: Maybe<readonly Statement[] | null>
  readonly urls: Maybe<readonly FunctionUrl[]>
  /** Availability zones of its subnets. */
  readonly zones: Maybe<readonly string[]>
  /** The trail that records its calls; null for none. */
  readonly recorded_by: Maybe<string | null>
}

export interface Lambda {
  functions: LambdaFunction
}

export const check = checkFor<Lambda>()

export const urlOf = ({ qualifier }: FunctionUrl): string =>
  qualifier === '' ? 'its URL' : `the URL of its alias ${qualifier}`
