import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { clusterFields } from '../rds/clusters.ts'
import { collect } from './collect.ts'
import clusterBackupEnabled from './documentdb_cluster_backup_enabled.ts'
import clusterCloudwatchLogExport from './documentdb_cluster_cloudwatch_log_export.ts'
import clusterDeletionProtection from './documentdb_cluster_deletion_protection.ts'
import clusterMultiAzEnabled from './documentdb_cluster_multi_az_enabled.ts'
import clusterPublicSnapshot from './documentdb_cluster_public_snapshot.ts'
import clusterStorageEncrypted from './documentdb_cluster_storage_encrypted.ts'
import type { DocumentDb } from './resources.ts'

export default service<DocumentDb, Aws>({
  name: 'documentdb',
  scope: 'regional',
  kinds: {
    clusters: { list: ['rds:DescribeDBClusters'], fields: clusterFields },
    snapshots: {
      list: ['rds:DescribeDBClusterSnapshots'],
      fields: { encrypted: [], shared_with: ['rds:DescribeDBClusterSnapshotAttributes'] },
    },
  },
  collect,
  checks: [
    clusterBackupEnabled,
    clusterCloudwatchLogExport,
    clusterDeletionProtection,
    clusterMultiAzEnabled,
    clusterPublicSnapshot,
    clusterStorageEncrypted,
  ],
})
