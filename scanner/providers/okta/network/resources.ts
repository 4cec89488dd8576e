import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** Traffic that an active zone blocks for the whole organization. */
export interface BlockedZone {
  readonly name: string
  /** `Any`, `Tor`, `NotTorAnonymizer`, `ALL_ANONYMIZERS`, … */
  readonly services: readonly string[]
  /** True if it blocks them only from some locations or networks. */
  readonly isPartial: boolean
}

export interface Organization extends Resource {
  readonly blocked_zones: Maybe<readonly BlockedZone[]>
}

export interface Networks {
  organizations: Organization
}

export const check = checkFor<Networks>()
