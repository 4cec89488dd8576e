import type { Maybe } from '../../kit/index.ts'

/** The permissions of calls, in the terms of fine-grained tokens and apps. */
export const permissions = [
  'administration:read',
  'contents:read',
  'dependabot_alerts:read',
  'metadata:read',
  'organization_administration:read',
] as const
export type Permission = (typeof permissions)[number]

/** All calls after sign-in, by route, with the required permission. */
export const calls = {
  'GET /orgs/{org}': 'organization_administration:read',
  'GET /orgs/{org}/repos': 'metadata:read',
  'GET /user/repos': 'metadata:read',
  'GET /installation/repositories': 'metadata:read',
  'GET /repos/{owner}/{repo}': 'administration:read',
  'GET /repos/{owner}/{repo}/branches/{branch}/protection': 'administration:read',
  'GET /repos/{owner}/{repo}/immutable-releases': 'administration:read',
  'GET /repos/{owner}/{repo}/rules/branches/{branch}': 'metadata:read',
  'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}': 'metadata:read',
  'GET /repos/{owner}/{repo}/dependabot/alerts': 'dependabot_alerts:read',
  'POST /graphql': 'contents:read',
} as const satisfies Readonly<Record<string, Permission>>
export type CallName = keyof typeof calls

/** An object of a response. GitHub decides what it contains, so each member is validated before use. */
export type Members = Readonly<Record<string, unknown>>

/** A repository in lists. */
export interface ListedRepository {
  readonly id: number
  readonly node_id: string
  readonly name: string
  /** `octo-org/octo-repo` */
  readonly full_name: string
  readonly visibility: 'public' | 'private' | 'internal'
  readonly archived: boolean
  readonly fork: boolean
  readonly default_branch: string
  /** Null if nothing was ever pushed. */
  readonly pushed_at: string | null
  readonly created_at: string
  /** `enabled` or `disabled` by feature; null if the response has none, which proves nothing. */
  readonly security: Members | null
}

/** A file of a folder. Names in Git may contain anything except a slash and U+0000. */
export interface Entry {
  readonly name: string
  readonly isFile: boolean
  /** The text of workflows; null if it is binary, or longer than GitHub returns. */
  readonly text: string | null
}

/** Details of a repository from GraphQL, for a page of repositories in one call. */
export interface Details {
  /** True if there are no commits, and so no default branch. */
  readonly isEmpty: Maybe<boolean>
  readonly deletesMergedBranches: Maybe<boolean>
  /** True if the caller has write access: for other callers, GitHub omits settings that are off. */
  readonly mayWrite: boolean
  readonly hasAlerts: Maybe<boolean>
  readonly hasSecurityPolicy: Maybe<boolean | null>
  /** Files and folders at the root, in .github and in docs of the default branch; none of an empty repository. */
  readonly root: Maybe<readonly Entry[]>
  readonly github: Maybe<readonly Entry[]>
  readonly docs: Maybe<readonly Entry[]>
}

/** The account, with its id. */
export interface Account {
  readonly login: string
  readonly id: number
  readonly isOrganization: boolean
}

/** The GitHub client of collectors. Calls throw CallProblem (see the kit). */
export interface GitHub {
  readonly account: Account
  /** Yields repositories and requests pages on demand. Throws after the last one if not all are visible. */
  repositories(): AsyncIterable<ListedRepository>
  /** Details of a listed repository from GraphQL; repositories listed together are requested together. */
  details(repository: ListedRepository): Promise<Details>
  /** The files of .github/workflows on the default branch. */
  workflows(repository: ListedRepository): Promise<Maybe<readonly Entry[]>>
  /** Returns the object in a response. */
  object(call: CallName, path: string): Promise<Members>
  /** The objects of a list, page by page. */
  objects(call: CallName, path: string): AsyncIterable<Members>
  /** Creates a CallProblem for a response that was parsed but lacks a required member. */
  broken(call: CallName, lacks: string): Error
}
