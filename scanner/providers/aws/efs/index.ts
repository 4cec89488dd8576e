import { service } from '../../../kit/index.ts'
import { backupPlanActions } from '../backup-plans.ts'
import type { Aws } from '../client.ts'
import accessPointEnforceRootDirectory from './efs_access_point_enforce_root_directory.ts'
import accessPointEnforceUserIdentity from './efs_access_point_enforce_user_identity.ts'
import encryptionAtRestEnabled from './efs_encryption_at_rest_enabled.ts'
import haveBackupEnabled from './efs_have_backup_enabled.ts'
import multiAzEnabled from './efs_multi_az_enabled.ts'
import { collect } from './collect.ts'
import type { Efs } from './resources.ts'

export default service<Efs, Aws>({
  name: 'efs',
  scope: 'regional',
  kinds: {
    fileSystems: {
      list: ['elasticfilesystem:DescribeFileSystems'],
      fields: {
        automatic_backups: ['elasticfilesystem:DescribeBackupPolicy'],
        backup: ['elasticfilesystem:DescribeBackupPolicy', ...backupPlanActions],
      },
    },
    accessPoints: { list: ['elasticfilesystem:DescribeAccessPoints'], fields: {} },
  },
  collect,
  checks: [
    accessPointEnforceRootDirectory,
    accessPointEnforceUserIdentity,
    encryptionAtRestEnabled,
    haveBackupEnabled,
    multiAzEnabled,
  ],
})
