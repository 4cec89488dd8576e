import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { clusterFields } from './clusters.ts'
import { collect } from './collect.ts'
import clusterBacktrackEnabled from './rds_cluster_backtrack_enabled.ts'
import clusterCopyTagsToSnapshots from './rds_cluster_copy_tags_to_snapshots.ts'
import clusterCriticalEventSubscription from './rds_cluster_critical_event_subscription.ts'
import clusterDefaultAdmin from './rds_cluster_default_admin.ts'
import clusterDeletionProtection from './rds_cluster_deletion_protection.ts'
import clusterIamAuthenticationEnabled from './rds_cluster_iam_authentication_enabled.ts'
import clusterIntegrationCloudwatchLogs from './rds_cluster_integration_cloudwatch_logs.ts'
import clusterMinorVersionUpgradeEnabled from './rds_cluster_minor_version_upgrade_enabled.ts'
import clusterMultiAz from './rds_cluster_multi_az.ts'
import clusterNonDefaultPort from './rds_cluster_non_default_port.ts'
import clusterStorageEncrypted from './rds_cluster_storage_encrypted.ts'
import instanceBackupEnabled from './rds_instance_backup_enabled.ts'
import instanceCertificateExpiration from './rds_instance_certificate_expiration.ts'
import instanceCopyTagsToSnapshots from './rds_instance_copy_tags_to_snapshots.ts'
import instanceCriticalEventSubscription from './rds_instance_critical_event_subscription.ts'
import instanceDefaultAdmin from './rds_instance_default_admin.ts'
import instanceDeletionProtection from './rds_instance_deletion_protection.ts'
import instanceEnhancedMonitoringEnabled from './rds_instance_enhanced_monitoring_enabled.ts'
import instanceEventSubscriptionParameterGroups from './rds_instance_event_subscription_parameter_groups.ts'
import instanceEventSubscriptionSecurityGroups from './rds_instance_event_subscription_security_groups.ts'
import instanceIamAuthenticationEnabled from './rds_instance_iam_authentication_enabled.ts'
import instanceInsideVpc from './rds_instance_inside_vpc.ts'
import instanceIntegrationCloudwatchLogs from './rds_instance_integration_cloudwatch_logs.ts'
import instanceMinorVersionUpgradeEnabled from './rds_instance_minor_version_upgrade_enabled.ts'
import instanceMultiAz from './rds_instance_multi_az.ts'
import instanceNoPublicAccess from './rds_instance_no_public_access.ts'
import instanceNonDefaultPort from './rds_instance_non_default_port.ts'
import instanceStorageEncrypted from './rds_instance_storage_encrypted.ts'
import instanceTransportEncrypted from './rds_instance_transport_encrypted.ts'
import snapshotsEncrypted from './rds_snapshots_encrypted.ts'
import snapshotsPublicAccess from './rds_snapshots_public_access.ts'
import type { Rds } from './resources.ts'

export default service<Rds, Aws>({
  name: 'rds',
  scope: 'regional',
  kinds: {
    instances: {
      list: ['rds:DescribeDBInstances'],
      fields: {
        port: [],
        certificate_ends: [],
        admin: [],
        storage_encrypted: [],
        minor_upgrades: [],
        public: [],
        multi_az: [],
        deletion_protection: [],
        iam_authentication: [],
        copies_tags: [],
        backup_days: [],
        monitoring_seconds: [],
        transport: [
          'rds:DescribeDBParameters',
          'rds:DescribeDBClusterParameters',
          'rds:DescribeDBClusters',
          'rds:DescribeOptionGroups',
        ],
      },
    },
    clusters: { list: ['rds:DescribeDBClusters'], fields: clusterFields },
    snapshots: {
      list: ['rds:DescribeDBSnapshots', 'rds:DescribeDBClusterSnapshots'],
      fields: {
        encrypted: [],
        shared_with: [
          'rds:DescribeDBSnapshotAttributes',
          'rds:DescribeDBClusterSnapshotAttributes',
        ],
      },
    },
    regions: {
      list: [],
      fields: {
        instances: ['rds:DescribeDBInstances'],
        clusters: ['rds:DescribeDBClusters'],
        parameter_groups: ['rds:DescribeDBInstances'],
        security_groups: ['rds:DescribeDBInstances'],
        subscriptions: ['rds:DescribeEventSubscriptions'],
      },
    },
  },
  collect,
  checks: [
    clusterBacktrackEnabled,
    clusterCopyTagsToSnapshots,
    clusterCriticalEventSubscription,
    clusterDefaultAdmin,
    clusterDeletionProtection,
    clusterIamAuthenticationEnabled,
    clusterIntegrationCloudwatchLogs,
    clusterMinorVersionUpgradeEnabled,
    clusterMultiAz,
    clusterNonDefaultPort,
    clusterStorageEncrypted,
    instanceBackupEnabled,
    instanceCertificateExpiration,
    instanceCopyTagsToSnapshots,
    instanceCriticalEventSubscription,
    instanceDefaultAdmin,
    instanceDeletionProtection,
    instanceEnhancedMonitoringEnabled,
    instanceEventSubscriptionParameterGroups,
    instanceEventSubscriptionSecurityGroups,
    instanceIamAuthenticationEnabled,
    instanceInsideVpc,
    instanceIntegrationCloudwatchLogs,
    instanceMinorVersionUpgradeEnabled,
    instanceMultiAz,
    instanceNoPublicAccess,
    instanceNonDefaultPort,
    instanceStorageEncrypted,
    instanceTransportEncrypted,
    snapshotsEncrypted,
    snapshotsPublicAccess,
  ],
})
