import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import clusterAccountPublicBlockEnabled from './emr_cluster_account_public_block_enabled.ts'
import clusterMasterNodesNoPublicIp from './emr_cluster_master_nodes_no_public_ip.ts'
import type { Emr } from './resources.ts'

export default service<Emr, Aws>({
  name: 'emr',
  scope: 'regional',
  kinds: {
    clusters: {
      list: ['elasticmapreduce:ListClusters'],
      fields: { primary_host: ['elasticmapreduce:DescribeCluster'] },
    },
    regions: {
      list: [],
      fields: { public_block: ['elasticmapreduce:GetBlockPublicAccessConfiguration'] },
    },
  },
  collect,
  checks: [clusterAccountPublicBlockEnabled, clusterMasterNodesNoPublicIp],
})
