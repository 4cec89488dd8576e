import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { clusterFields } from '../rds/clusters.ts'
import { collect } from './collect.ts'
import clusterBackupEnabled from './neptune_cluster_backup_enabled.ts'
import clusterCopyTagsToSnapshots from './neptune_cluster_copy_tags_to_snapshots.ts'
import clusterDeletionProtection from './neptune_cluster_deletion_protection.ts'
import clusterIamAuthenticationEnabled from './neptune_cluster_iam_authentication_enabled.ts'
import clusterIntegrationCloudwatchLogs from './neptune_cluster_integration_cloudwatch_logs.ts'
import clusterMultiAz from './neptune_cluster_multi_az.ts'
import clusterPublicSnapshot from './neptune_cluster_public_snapshot.ts'
import clusterSnapshotEncrypted from './neptune_cluster_snapshot_encrypted.ts'
import clusterStorageEncrypted from './neptune_cluster_storage_encrypted.ts'
import clusterUsesPublicSubnet from './neptune_cluster_uses_public_subnet.ts'
import type { Neptune } from './resources.ts'

export default service<Neptune, Aws>({
  name: 'neptune',
  scope: 'regional',
  kinds: {
    clusters: {
      list: ['rds:DescribeDBClusters'],
      fields: {
        ...clusterFields,
        public_subnets: [
          'rds:DescribeDBSubnetGroups',
          'ec2:DescribeSubnets',
          'ec2:DescribeRouteTables',
        ],
      },
    },
    snapshots: {
      list: ['rds:DescribeDBClusterSnapshots'],
      fields: { encrypted: [], shared_with: ['rds:DescribeDBClusterSnapshotAttributes'] },
    },
  },
  collect,
  checks: [
    clusterBackupEnabled,
    clusterCopyTagsToSnapshots,
    clusterDeletionProtection,
    clusterIamAuthenticationEnabled,
    clusterIntegrationCloudwatchLogs,
    clusterMultiAz,
    clusterPublicSnapshot,
    clusterSnapshotEncrypted,
    clusterStorageEncrypted,
    clusterUsesPublicSubnet,
  ],
})
