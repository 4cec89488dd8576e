import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import clusterDeletionProtectionEnabled from './eks_cluster_deletion_protection_enabled.ts'
import clusterKmsCmkEncryptionInSecretsEnabled from './eks_cluster_kms_cmk_encryption_in_secrets_enabled.ts'
import clusterNotPubliclyAccessible from './eks_cluster_not_publicly_accessible.ts'
import clusterPrivateNodesEnabled from './eks_cluster_private_nodes_enabled.ts'
import clusterUsesASupportedVersion from './eks_cluster_uses_a_supported_version.ts'
import controlPlaneLoggingAllTypesEnabled from './eks_control_plane_logging_all_types_enabled.ts'
import type { Eks } from './resources.ts'

const describing = ['eks:DescribeCluster']

export default service<Eks, Aws>({
  name: 'eks',
  scope: 'regional',
  kinds: {
    clusters: {
      list: ['eks:ListClusters'],
      fields: { details: describing, support: [...describing, 'eks:DescribeClusterVersions'] },
    },
  },
  collect,
  checks: [
    clusterDeletionProtectionEnabled,
    clusterKmsCmkEncryptionInSecretsEnabled,
    clusterNotPubliclyAccessible,
    clusterPrivateNodesEnabled,
    clusterUsesASupportedVersion,
    controlPlaneLoggingAllTypesEnabled,
  ],
})
