import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import endpointMongodbAuthenticationEnabled from './dms_endpoint_mongodb_authentication_enabled.ts'
import endpointNeptuneIamAuthorizationEnabled from './dms_endpoint_neptune_iam_authorization_enabled.ts'
import endpointRedisInTransitEncryptionEnabled from './dms_endpoint_redis_in_transit_encryption_enabled.ts'
import endpointSslEnabled from './dms_endpoint_ssl_enabled.ts'
import instanceMinorVersionUpgradeEnabled from './dms_instance_minor_version_upgrade_enabled.ts'
import instanceMultiAzEnabled from './dms_instance_multi_az_enabled.ts'
import instanceNoPublicAccess from './dms_instance_no_public_access.ts'
import replicationTaskSourceLoggingEnabled from './dms_replication_task_source_logging_enabled.ts'
import replicationTaskTargetLoggingEnabled from './dms_replication_task_target_logging_enabled.ts'
import type { Dms } from './resources.ts'

export default service<Dms, Aws>({
  name: 'dms',
  scope: 'regional',
  kinds: {
    instances: { list: ['dms:DescribeReplicationInstances'], fields: {} },
    endpoints: { list: ['dms:DescribeEndpoints'], fields: {} },
    tasks: {
      list: ['dms:DescribeReplicationTasks'],
      fields: { levels: ['dms:DescribeReplicationTasks'] },
    },
  },
  collect,
  checks: [
    endpointMongodbAuthenticationEnabled,
    endpointNeptuneIamAuthorizationEnabled,
    endpointRedisInTransitEncryptionEnabled,
    endpointSslEnabled,
    instanceMinorVersionUpgradeEnabled,
    instanceMultiAzEnabled,
    instanceNoPublicAccess,
    replicationTaskSourceLoggingEnabled,
    replicationTaskTargetLoggingEnabled,
  ],
})
