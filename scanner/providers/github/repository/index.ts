import { service } from '../../../kit/index.ts'
import type { GitHub } from '../client.ts'
import { collect } from './collect.ts'
import branchDeleteOnMergeEnabled from './repository_branch_delete_on_merge_enabled.ts'
import defaultBranchDeletionDisabled from './repository_default_branch_deletion_disabled.ts'
import defaultBranchDisallowsForcePush from './repository_default_branch_disallows_force_push.ts'
import defaultBranchDismissesStaleReviews from './repository_default_branch_dismisses_stale_reviews.ts'
import defaultBranchProtectionAppliesToAdmins from './repository_default_branch_protection_applies_to_admins.ts'
import defaultBranchProtectionEnabled from './repository_default_branch_protection_enabled.ts'
import defaultBranchRequiresCodeownersReview from './repository_default_branch_requires_codeowners_review.ts'
import defaultBranchRequiresConversationResolution from './repository_default_branch_requires_conversation_resolution.ts'
import defaultBranchRequiresLinearHistory from './repository_default_branch_requires_linear_history.ts'
import defaultBranchRequiresMultipleApprovals from './repository_default_branch_requires_multiple_approvals.ts'
import defaultBranchRequiresSignedCommits from './repository_default_branch_requires_signed_commits.ts'
import defaultBranchStatusChecksRequired from './repository_default_branch_status_checks_required.ts'
import dependencyScanningEnabled from './repository_dependency_scanning_enabled.ts'
import hasCodeownersFile from './repository_has_codeowners_file.ts'
import immutableReleasesEnabled from './repository_immutable_releases_enabled.ts'
import inactiveNotArchived from './repository_inactive_not_archived.ts'
import publicHasSecuritymdFile from './repository_public_has_securitymd_file.ts'
import secretScanningEnabled from './repository_secret_scanning_enabled.ts'
import type { Repositories } from './resources.ts'

/** Branch protection, and rules. */
const guarded = ['administration:read', 'metadata:read']

export default service<Repositories, GitHub>({
  name: 'repository',
  scope: 'global',
  kinds: {
    repositories: {
      // Only owners see the number of repositories: others cannot know whether all are listed.
      list: ['metadata:read', 'organization_administration:read'],
      fields: {
        protection: guarded,
        admins_bound: guarded,
        approvals: guarded,
        code_owner_review: guarded,
        conversation_resolution: guarded,
        deletion_blocked: guarded,
        force_push_blocked: guarded,
        linear_history: guarded,
        signed_commits: guarded,
        stale_reviews_dismissed: guarded,
        status_checks: guarded,
        codeowners: ['contents:read'],
        security_policy: ['contents:read'],
        delete_branch_on_merge: ['administration:read'],
        dependabot_alerts: ['dependabot_alerts:read'],
        immutable_releases: ['administration:read'],
        secret_scanning: ['administration:read'],
      },
    },
  },
  collect,
  checks: [
    branchDeleteOnMergeEnabled,
    defaultBranchDeletionDisabled,
    defaultBranchDisallowsForcePush,
    defaultBranchDismissesStaleReviews,
    defaultBranchProtectionAppliesToAdmins,
    defaultBranchProtectionEnabled,
    defaultBranchRequiresCodeownersReview,
    defaultBranchRequiresConversationResolution,
    defaultBranchRequiresLinearHistory,
    defaultBranchRequiresMultipleApprovals,
    defaultBranchRequiresSignedCommits,
    defaultBranchStatusChecksRequired,
    dependencyScanningEnabled,
    hasCodeownersFile,
    immutableReleasesEnabled,
    inactiveNotArchived,
    publicHasSecuritymdFile,
    secretScanningEnabled,
  ],
})
