import { service } from '../../../kit/index.ts'
import type { GitHub } from '../client.ts'
import { collect } from './collect.ts'
import defaultRepositoryPermissionStrict from './organization_default_repository_permission_strict.ts'
import membersMfaRequired from './organization_members_mfa_required.ts'
import repositoryCreationLimited from './organization_repository_creation_limited.ts'
import repositoryDeletionLimited from './organization_repository_deletion_limited.ts'
import verifiedBadge from './organization_verified_badge.ts'
import type { Organizations } from './resources.ts'

const settings = ['organization_administration:read']

export default service<Organizations, GitHub>({
  name: 'organization',
  scope: 'global',
  kinds: {
    organizations: {
      list: [],
      fields: {
        default_repository_permission: settings,
        members_can_create: settings,
        members_can_delete: settings,
        requires_two_factor: settings,
        is_verified: settings,
      },
    },
  },
  collect,
  checks: [
    defaultRepositoryPermissionStrict,
    membersMfaRequired,
    repositoryCreationLimited,
    repositoryDeletionLimited,
    verifiedBadge,
  ],
})
