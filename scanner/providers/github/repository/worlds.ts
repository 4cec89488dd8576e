// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Repository } from './resources.ts'

const guard = { by: ['branch protection'] }

/** A private repository with everything on. */
export const repository = world<Repository>({
  uid: 'https://api.github.com/repositories/1296269',
  name: 'octo-org/shop',
  region: '',
  visibility: 'private',
  archived: false,
  fork: false,
  default_branch: 'main',
  active_at: '2026-01-10T08:00:00Z',
  protection: guard,
  admins_bound: guard,
  approvals: { ...guard, count: 2 },
  code_owner_review: guard,
  conversation_resolution: guard,
  deletion_blocked: guard,
  force_push_blocked: guard,
  linear_history: guard,
  signed_commits: guard,
  stale_reviews_dismissed: guard,
  status_checks: guard,
  codeowners: ['.github/CODEOWNERS'],
  security_policy: ['SECURITY.md'],
  delete_branch_on_merge: true,
  dependabot_alerts: true,
  immutable_releases: 'repository',
  secret_scanning: true,
})
