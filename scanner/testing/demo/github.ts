/** The demo's organization on GitHub: its repositories are deployed to the demo's AWS account. */
import { ruleset } from '../github/octo-org.ts'
import {
  account,
  emptyGitHub,
  fullProtection,
  type GitHubState,
  type Repository,
  soundRepository,
} from '../github/state.ts'
import {
  administrator,
  type Ago,
  daysBefore,
  demoId,
  deployRole,
  organization,
  websiteBucket,
} from './facts.ts'

export { organization as demoOrganization } from './facts.ts'

/** A classic token of the administrator, as a provider secret. */
export const demoGitHubCredentials = { personal_access_token: 'ghp_demo' }

/** The commit message becomes part of a script with full access to the AWS account. */
const deploy = `name: deploy
on:
  push:
    branches: [main]
permissions: write-all
jobs:
  deploy-to-${websiteBucket}:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: aws-actions/configure-aws-credentials@v5
        with:
          role-to-assume: arn:aws:iam::${demoId}:role/${deployRole}
          aws-region: us-east-1
      - run: echo "\${{ github.event.head_commit.message }}" > RELEASE
      - run: aws s3 sync public s3://${websiteBucket} --delete
`

/** Its template was never filled in, and it is not YAML. */
const template = `name: {{ cookiecutter.name }}
on: [push
`

const owned = { '.github/CODEOWNERS': `* @${administrator}` }

const repositories = (ago: Ago): Repository[] => {
  const at = (days: number) => ago(days).toISOString()
  const repository = (id: number, name: string, changes: Partial<Repository> = {}) =>
    soundRepository(id, {
      owner: organization,
      name,
      created_at: at(900),
      pushed_at: at(3),
      ...changes,
    })
  return [
    repository(4101, websiteBucket, {
      visibility: 'public',
      protection: null,
      deleteBranchOnMerge: false,
      immutableReleases: null,
      alerts: false,
      files: { 'README.md': '# Website', '.github/workflows/deploy.yml': deploy },
    }),
    repository(4102, 'infrastructure', {
      protection: null,
      rulesets: [
        ruleset(51, {
          name: `main, but for ${administrator}`,
          bypass_actors: [{ actor_type: 'User', bypass_mode: 'always' }],
        }),
      ],
      files: { 'README.md': '# Terraform', ...owned },
    }),
    repository(4103, 'billing-api'),
    repository(4104, 'customer-portal', {
      visibility: 'internal',
      protection: null,
      immutableReleases: 'organization',
      rulesets: [ruleset(52, { name: 'reviewed', bypass_actors: null })],
    }),
    repository(4105, 'legacy-import', {
      pushed_at: at(730),
      protection: 'not_in_plan',
      secretScanning: 'disabled',
      files: { 'README.md': '# Import', ...owned, '.github/workflows/import.yml': template },
    }),
    repository(4106, 'handbook', {
      visibility: 'public',
      protection: {
        ...fullProtection(),
        enforce_admins: { enabled: false },
        required_signatures: { enabled: false },
      },
      files: { 'README.md': '# Handbook', 'SECURITY.md': 'Write to us.', ...owned },
    }),
    repository(4107, 'mobile-app', { archived: true, pushed_at: at(1_500), protection: null }),
  ]
}

/** A new copy with dates that count back from `now`. For one ruleset, the bypass actors are not visible. */
export function demoGitHub(now = new Date()): GitHubState {
  const company = account(organization, 41, 'Organization')
  company.settings = {
    ...company.settings,
    two_factor_requirement_enabled: false,
    default_repository_permission: 'write',
    members_can_delete_repositories: true,
  }
  return {
    ...emptyGitHub(),
    accounts: [company, account(administrator, 42, 'User')],
    tokens: {
      [demoGitHubCredentials.personal_access_token]: {
        user: administrator,
        scopes: ['repo', 'admin:org'],
        organizations: [organization],
      },
    },
    repositories: repositories(daysBefore(now)),
  }
}
