/** An organization with results for every check. */
import { type Repository, type Ruleset, soundRepository, soundWorkflow } from './state.ts'

export const ruleset = (id: number, changes: Partial<Ruleset> = {}): Ruleset => ({
  id,
  name: `ruleset-${id}`,
  enforcement: 'active',
  bypass_actors: [],
  rules: [
    { type: 'deletion' },
    { type: 'non_fast_forward' },
    {
      type: 'pull_request',
      parameters: {
        dismiss_stale_reviews_on_push: true,
        require_code_owner_review: true,
        required_approving_review_count: 2,
        required_review_thread_resolution: true,
      },
    },
    {
      type: 'required_status_checks',
      parameters: { required_status_checks: [{ context: 'test' }] },
    },
    { type: 'required_linear_history' },
    { type: 'required_signatures' },
  ],
  ...changes,
})

const injected = `on: issues
jobs:
  greet:
    runs-on: ubuntu-latest
    steps:
      - run: echo "\${{ github.event.issue.title }}"
      - uses: acme/greet@v1
`

/** Repositories of octo-org on a day. */
export function octoOrg(now: Date): Repository[] {
  const days = (count: number) => new Date(now.getTime() - count * 86_400_000).toISOString()
  const recent = { pushed_at: days(3) }
  return [
    soundRepository(101, { name: 'sound', ...recent }),
    soundRepository(102, {
      name: 'open',
      visibility: 'public',
      pushed_at: days(400),
      protection: null,
      deleteBranchOnMerge: false,
      alerts: false,
      secretScanning: 'disabled',
      immutableReleases: null,
      files: { 'README.md': '#', '.github/workflows/greet.yml': injected },
    }),
    soundRepository(103, {
      name: 'ruled',
      visibility: 'internal',
      ...recent,
      protection: null,
      immutableReleases: 'organization',
      rulesets: [ruleset(1)],
    }),
    soundRepository(104, {
      name: 'evaluated',
      ...recent,
      protection: null,
      rulesets: [ruleset(2, { enforcement: 'evaluate' })],
    }),
    soundRepository(105, {
      name: 'bypassed',
      ...recent,
      protection: null,
      rulesets: [
        ruleset(3, {
          bypass_actors: [{ actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' }],
        }),
      ],
    }),
    soundRepository(106, {
      name: 'loose',
      ...recent,
      protection: {
        enforce_admins: { enabled: false },
        required_pull_request_reviews: {
          dismiss_stale_reviews: false,
          require_code_owner_reviews: false,
          required_approving_review_count: 1,
          bypass_pull_request_allowances: { users: [{}], teams: [], apps: [] },
        },
        required_signatures: { enabled: false },
        required_linear_history: { enabled: false },
        allow_force_pushes: { enabled: true },
        allow_deletions: { enabled: true },
        required_conversation_resolution: { enabled: false },
      },
      default_branch: 'release/1.x',
    }),
    soundRepository(107, {
      name: 'free',
      ...recent,
      protection: 'not_in_plan',
      files: { CODEOWNERS: '* @octocat' },
    }),
    soundRepository(108, {
      name: 'archived',
      archived: true,
      pushed_at: days(2_000),
      protection: null,
      secretScanning: 'disabled',
    }),
    soundRepository(109, {
      name: 'empty',
      isEmpty: true,
      pushed_at: null,
      files: {},
      created_at: days(5),
    }),
    soundRepository(110, {
      name: 'fork',
      fork: true,
      visibility: 'public',
      ...recent,
      files: {
        'SECURITY.md': 'Write to us.',
        'docs/CODEOWNERS': '* @octocat',
        '.github/workflows/test.yml': soundWorkflow,
      },
    }),
  ]
}
