import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Rule {
  readonly name: string
  /** True if CloudWatch metrics are enabled. */
  readonly metrics: boolean
}

export interface WebAcl extends Resource {
  /** REGIONAL, or CLOUDFRONT, which exists in one region. */
  readonly scope: string
  /** The destinations of the log; null without one. */
  readonly log_destinations: Maybe<readonly string[] | null>
  /** Its own rules, and rule groups added by Firewall Manager. */
  readonly rules: Maybe<readonly Rule[]>
}

export interface Wafv2 {
  webAcls: WebAcl
}

export const check = checkFor<Wafv2>()
