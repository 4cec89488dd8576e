import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** An active automation that does something to users who have not signed in for so many days. */
export interface Automation {
  readonly name: string
  readonly days: number
  /** `SUSPENDED`, `INACTIVE`, …; null if its action is not known. */
  readonly becomes: string | null
  /**
   * Ids of groups whose members it is for, once for each condition that names some: all must match. Empty if unknown.
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
