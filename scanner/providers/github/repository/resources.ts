import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** The rules that enforce a property on the default branch, in words for a sentence; empty if it is not enforced. */
export interface Guard {
  readonly by: readonly string[]
}

/** Approvals of pull requests to the default branch. */
export interface Approvals extends Guard {
  /** The number of approvals that each pull request needs. */
  readonly count: number
}

/** A Guard is null if the repository has no default branch to push to. */
export interface Repository extends Resource {
  readonly visibility: 'public' | 'private' | 'internal'
  readonly archived: boolean
  readonly fork: boolean
  readonly default_branch: string
  /** The last push; the creation time if there was none. */
  readonly active_at: string
  readonly protection: Maybe<Guard | null>
  readonly admins_bound: Maybe<Guard | null>
  readonly approvals: Maybe<Approvals | null>
  readonly code_owner_review: Maybe<Guard | null>
  readonly conversation_resolution: Maybe<Guard | null>
  readonly deletion_blocked: Maybe<Guard | null>
  readonly force_push_blocked: Maybe<Guard | null>
  readonly linear_history: Maybe<Guard | null>
  readonly signed_commits: Maybe<Guard | null>
  readonly stale_reviews_dismissed: Maybe<Guard | null>
  readonly status_checks: Maybe<Guard | null>
  /** Paths of the files; null if there is no commit. */
  readonly codeowners: Maybe<readonly string[] | null>
  /** The location of the policy; null if there is no commit. */
  readonly security_policy: Maybe<readonly string[] | null>
  readonly delete_branch_on_merge: Maybe<boolean>
  readonly dependabot_alerts: Maybe<boolean>
  /** `repository` or `owner`, whichever requires them; null if neither does. */
  readonly immutable_releases: Maybe<string | null>
  readonly secret_scanning: Maybe<boolean>
}

export interface Repositories {
  repositories: Repository
}

export const check = checkFor<Repositories>()
