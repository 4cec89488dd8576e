import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** An active automation with an action on users who have not signed in for this number of days. */
export interface Automation {
  readonly name: string
  readonly days: number
  /** `SUSPENDED`, `INACTIVE`, …; null if its action is not known. */
  readonly becomes: string | null
  /**
   * Ids of the groups that it applies to, one list for each condition with groups: all must match. Empty if unknown.
   */
  readonly groups: readonly (readonly string[])[]
  /** True if it excludes no users and no groups. */
  readonly isForAll: boolean
}

export interface Organization extends Resource {
  readonly automations: Maybe<readonly Automation[]>
  /** The ids of the built-in groups that contain every user. */
  readonly everyone: Maybe<readonly string[]>
}

export interface Users {
  organizations: Organization
}

export const check = checkFor<Users>()
