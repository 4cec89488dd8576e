import { service } from '../../../kit/index.ts'
import { backupPlanActions } from '../backup-plans.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import acceleratorClusterEncryptionEnabled from './dynamodb_accelerator_cluster_encryption_enabled.ts'
import acceleratorClusterInTransitEncryptionEnabled from './dynamodb_accelerator_cluster_in_transit_encryption_enabled.ts'
import acceleratorClusterMultiAz from './dynamodb_accelerator_cluster_multi_az.ts'
import tableAutoscalingEnabled from './dynamodb_table_autoscaling_enabled.ts'
import tableCrossAccountAccess from './dynamodb_table_cross_account_access.ts'
import tableDeletionProtectionEnabled from './dynamodb_table_deletion_protection_enabled.ts'
import tableProtectedByBackupPlan from './dynamodb_table_protected_by_backup_plan.ts'
import tablesKmsCmkEncryptionEnabled from './dynamodb_tables_kms_cmk_encryption_enabled.ts'
import tablesPitrEnabled from './dynamodb_tables_pitr_enabled.ts'
import type { DynamoDb } from './resources.ts'

export default service<DynamoDb, Aws>({
  name: 'dynamodb',
  scope: 'regional',
  kinds: {
    tables: {
      list: ['dynamodb:ListTables'],
      fields: {
        details: ['dynamodb:DescribeTable'],
        point_in_time_recovery: ['dynamodb:DescribeContinuousBackups'],
        policy: ['dynamodb:GetResourcePolicy'],
        key_manager: ['dynamodb:DescribeTable', 'kms:DescribeKey'],
        scaled: ['application-autoscaling:DescribeScalingPolicies'],
        backup: [...backupPlanActions, 'dynamodb:ListTagsOfResource'],
      },
    },
    accelerators: { list: ['dax:DescribeClusters'], fields: {} },
  },
  collect,
  checks: [
    acceleratorClusterEncryptionEnabled,
    acceleratorClusterInTransitEncryptionEnabled,
    acceleratorClusterMultiAz,
    tableAutoscalingEnabled,
    tableCrossAccountAccess,
    tableDeletionProtectionEnabled,
    tableProtectedByBackupPlan,
    tablesKmsCmkEncryptionEnabled,
    tablesPitrEnabled,
  ],
})
