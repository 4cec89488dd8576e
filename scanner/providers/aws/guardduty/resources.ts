import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Detector {
  readonly id: string
  readonly enabled: boolean
  /**
   * Whether a protection plan is on, by its name in GuardDuty, and each part of a plan, by both names separated by a
   * space. Plans that the region does not have are absent.
   */
  readonly features: Readonly<Record<string, boolean>>
}

export interface Region extends Resource {
  /** Null if GuardDuty was never enabled. */
  readonly detector: Maybe<Detector | null>
  /** Unarchived findings of high and critical severity, from their first page; null without a detector. */
  readonly severe: Maybe<{ readonly count: number; readonly more: boolean } | null>
  /** The relation to other accounts, as the end of a sentence; null if it is standalone or there is no detector. */
  readonly management: Maybe<string | null>
}

export interface GuardDuty {
  regions: Region
}

export const check = checkFor<GuardDuty>()
