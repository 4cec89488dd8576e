import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Zone extends Resource {
  /** True if it is visible only in VPCs; null if the response omits it. */
  readonly private: boolean | null
  readonly query_logging: Maybe<boolean>
}

/** A domain that was registered with Route 53. */
export interface Domain extends Resource {
  /** Null if the response omits it. */
  readonly transfer_lock: boolean | null
  /** Contacts whose details are hidden from WHOIS. */
  readonly privacy: Maybe<{
    readonly administrator: boolean
    readonly registrant: boolean
    readonly technical: boolean
    /** Null if the response omits it. */
    readonly billing: boolean | null
  }>
}

export interface Route53 {
  zones: Zone
  domains: Domain
}

export const check = checkFor<Route53>()
