/**
 * The state of the fixture GitHub: accounts, credentials, repositories. Live: the next response reflects changes by
 * tests.
 */
import type { KeyObject } from 'node:crypto'

/** Permissions that can be removed, with GitHub's effects: a 404, omitted members, or an error. */
export type Permission =
  | 'administration:read'
  | 'contents:read'
  | 'dependabot_alerts:read'
  | 'metadata:read'
  | 'organization_administration:read'

export interface Account {
  readonly id: number
  readonly login: string
  readonly type: 'Organization' | 'User'
  /** Response members that only owners see. */
  settings: Record<string, unknown>
  is_verified: boolean
}

export interface Ruleset {
  readonly id: number
  name: string
  enforcement: 'active' | 'evaluate' | 'disabled'
  /** Null if not visible to the caller. */
  bypass_actors: { actor_id?: number | null; actor_type: string; bypass_mode: string }[] | null
  rules: { type: string; parameters?: Record<string, unknown> }[]
}

export interface Repository {
  readonly id: number
  readonly owner: string
  name: string
  visibility: 'public' | 'private' | 'internal'
  archived: boolean
  fork: boolean
  isEmpty: boolean
  default_branch: string
  pushed_at: string | null
  created_at: string
  deleteBranchOnMerge: boolean
  alerts: boolean
  secretScanning: 'enabled' | 'disabled'
  immutableReleases: 'repository' | 'organization' | null
  /** Null if the branch is not protected; `not_in_plan` if it cannot be. */
  protection: Record<string, unknown> | 'not_in_plan' | null
  rulesets: Ruleset[]
  /** Texts by path. */
  files: Record<string, string>
}

export interface Token {
  readonly user: string
  /** Null for a fine-grained token. */
  readonly scopes: readonly string[] | null
  /** Logins of organizations that it reaches. */
  readonly organizations: readonly string[]
}

export interface Installation {
  readonly id: number
  readonly account: string
  selection: 'all' | 'selected'
  suspended: boolean
  /** Permissions in GitHub's format, each with at least `read`. */
  permissions: Readonly<Record<string, string>>
}

/** All permissions that a scan requires. */
export const allPermissions: Readonly<Record<string, string>> = {
  administration: 'read',
  contents: 'read',
  metadata: 'read',
  organization_administration: 'read',
  vulnerability_alerts: 'read',
}

export interface GitHubState {
  accounts: Account[]
  repositories: Repository[]
  tokens: Record<string, Token>
  /** `key` is its public key. */
  app: { readonly id: number; readonly key: KeyObject; installations: Installation[] } | null
  /** Permissions that no caller has. */
  denied: Permission[]
  /** Remaining calls in this hour; null if unlimited. */
  budget: { remaining: number; readonly reset: number } | null
  /** Seconds for which tokens of installations are valid. */
  tokenSeconds: number
  /** The maximum page size. */
  pageSize: number
}

export const account = (login: string, id: number, type: Account['type']): Account => ({
  id,
  login,
  type,
  is_verified: true,
  settings: {
    default_repository_permission: 'read',
    members_can_create_repositories: false,
    members_can_create_public_repositories: false,
    members_can_create_private_repositories: false,
    members_can_delete_repositories: false,
    two_factor_requirement_enabled: true,
  },
})

/** GitHub's response for a branch with all protections enabled. */
export const fullProtection = (): Record<string, unknown> => ({
  required_status_checks: { strict: true, contexts: ['test'], checks: [{ context: 'test' }] },
  enforce_admins: { enabled: true },
  required_pull_request_reviews: {
    dismiss_stale_reviews: true,
    require_code_owner_reviews: true,
    required_approving_review_count: 2,
  },
  required_signatures: { enabled: true },
  required_linear_history: { enabled: true },
  allow_force_pushes: { enabled: false },
  allow_deletions: { enabled: false },
  required_conversation_resolution: { enabled: true },
})

/** A private repository with all protections enabled. */
export const soundRepository = (id: number, changes: Partial<Repository> = {}): Repository => ({
  id,
  owner: 'octo-org',
  name: `repository-${id}`,
  visibility: 'private',
  archived: false,
  fork: false,
  isEmpty: false,
  default_branch: 'main',
  pushed_at: new Date().toISOString(),
  created_at: '2024-01-01T00:00:00Z',
  deleteBranchOnMerge: true,
  alerts: true,
  secretScanning: 'enabled',
  immutableReleases: 'repository',
  protection: fullProtection(),
  rulesets: [],
  files: {
    'README.md': '# Hello',
    'SECURITY.md': 'Write to us.',
    '.github/CODEOWNERS': '* @octo-org/all',
    '.github/workflows/test.yml': soundWorkflow,
  },
  ...changes,
})

export const soundWorkflow = `name: test
on: [push, pull_request]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683
      - run: npm test
`

/** The organization octo-org without repositories, and octocat, who owns it, with a token for both. */
export const emptyGitHub = (): GitHubState => ({
  accounts: [account('octo-org', 9919, 'Organization'), account('octocat', 583231, 'User')],
  repositories: [],
  tokens: {
    ghp_classic: {
      user: 'octocat',
      scopes: ['repo', 'admin:org'],
      organizations: ['octo-org'],
    },
    github_pat_fine: { user: 'octocat', scopes: null, organizations: ['octo-org'] },
  },
  app: null,
  denied: [],
  budget: null,
  tokenSeconds: 3_600,
  pageSize: 100,
})
