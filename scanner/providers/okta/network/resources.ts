import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** What an active zone keeps out of the whole organization. */
export interface BlockedZone {
  readonly name: string
  /** `Any`, `Tor`, `NotTorAnonymizer`, `ALL_ANONYMIZERS`, … */
  readonly services: readonly string[]
  /** Whether it keeps them out only from some places or networks. */
  readonly isPartial: boolean
}

export interface Organization extends Resource {
  readonly blocked_zones: Maybe<readonly BlockedZone[]>
}

export interface Networks {
  organizations: Organization
}

export const check = checkFor<Networks>()
