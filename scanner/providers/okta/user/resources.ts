import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** An active automation that does something to users who have not signed in for so many days. */
export interface Automation {
  readonly name: string
  readonly days: number
  /** `SUSPENDED`, `INACTIVE`, …; null: what it does is not said in a way that is read. */
  readonly becomes: string | null
  /** Ids of groups whose members it is for, once for each condition that names some: all have to fit. None: it is not said. */
  readonly groups: readonly (readonly string[])[]
  /** Whether it leaves out no users and no groups. */
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
