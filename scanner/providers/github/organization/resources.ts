import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Organization extends Resource {
  /** Access of every member to every repository: `none`, `read`, `write` or `admin`. */
  readonly default_repository_permission: Maybe<string>
  /** Kinds of repositories that members may create: `public`, `private`, `internal`. */
  readonly members_can_create: Maybe<readonly string[]>
  readonly members_can_delete: Maybe<boolean>
  readonly requires_two_factor: Maybe<boolean>
  readonly is_verified: Maybe<boolean>
}

export interface Organizations {
  organizations: Organization
}

export const check = checkFor<Organizations>()
