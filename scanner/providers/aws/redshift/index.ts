import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import clusterAuditLogging from './redshift_cluster_audit_logging.ts'
import clusterAutomatedSnapshot from './redshift_cluster_automated_snapshot.ts'
import clusterAutomaticUpgrades from './redshift_cluster_automatic_upgrades.ts'
import clusterEncryptedAtRest from './redshift_cluster_encrypted_at_rest.ts'
import clusterEnhancedVpcRouting from './redshift_cluster_enhanced_vpc_routing.ts'
import clusterInTransitEncryptionEnabled from './redshift_cluster_in_transit_encryption_enabled.ts'
import clusterMultiAzEnabled from './redshift_cluster_multi_az_enabled.ts'
import clusterNonDefaultDatabaseName from './redshift_cluster_non_default_database_name.ts'
import clusterNonDefaultUsername from './redshift_cluster_non_default_username.ts'
import clusterPublicAccess from './redshift_cluster_public_access.ts'
import type { Redshift } from './resources.ts'

export default service<Redshift, Aws>({
  name: 'redshift',
  scope: 'regional',
  kinds: {
    clusters: {
      list: ['redshift:DescribeClusters'],
      fields: {
        logging: ['redshift:DescribeLoggingStatus'],
        requires_ssl: ['redshift:DescribeClusterParameters'],
      },
    },
  },
  collect,
  checks: [
    clusterAuditLogging,
    clusterAutomatedSnapshot,
    clusterAutomaticUpgrades,
    clusterEncryptedAtRest,
    clusterEnhancedVpcRouting,
    clusterInTransitEncryptionEnabled,
    clusterMultiAzEnabled,
    clusterNonDefaultDatabaseName,
    clusterNonDefaultUsername,
    clusterPublicAccess,
  ],
})
