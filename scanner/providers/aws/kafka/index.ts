import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import clusterEncryptionAtRestUsesCmk from './kafka_cluster_encryption_at_rest_uses_cmk.ts'
import clusterEnhancedMonitoringEnabled from './kafka_cluster_enhanced_monitoring_enabled.ts'
import clusterInTransitEncryptionEnabled from './kafka_cluster_in_transit_encryption_enabled.ts'
import clusterIsPublic from './kafka_cluster_is_public.ts'
import clusterMutualTlsAuthenticationEnabled from './kafka_cluster_mutual_tls_authentication_enabled.ts'
import clusterUnrestrictedAccessDisabled from './kafka_cluster_unrestricted_access_disabled.ts'
import connectorInTransitEncryptionEnabled from './kafka_connector_in_transit_encryption_enabled.ts'
import type { Kafka } from './resources.ts'

export default service<Kafka, Aws>({
  name: 'kafka',
  scope: 'regional',
  kinds: {
    clusters: {
      list: ['kafka:ListClustersV2'],
      fields: { key_manager: ['kms:DescribeKey'] },
    },
    connectors: { list: ['kafkaconnect:ListConnectors'], fields: {} },
  },
  collect,
  checks: [
    clusterEncryptionAtRestUsesCmk,
    clusterEnhancedMonitoringEnabled,
    clusterInTransitEncryptionEnabled,
    clusterIsPublic,
    clusterMutualTlsAuthenticationEnabled,
    clusterUnrestrictedAccessDisabled,
    connectorInTransitEncryptionEnabled,
  ],
})
