import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_enhanced_vpc_routing',
  title: 'Cluster sends its traffic through its VPC',
  description:
    'Reads whether the loads and unloads of each cluster are forced through its VPC, where endpoints, groups and flow logs see them.',
  risk: 'Data can be copied to any bucket in the world over a path that no security group and no flow log knows.',
  decision:
    'Passes when enhanced VPC routing is on, fails when it is off. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on enhanced VPC routing, with an S3 endpoint in the VPC.',
    console: [
      'Open Amazon VPC and create a gateway endpoint for S3 in the cluster’s VPC.',
      'Open Amazon Redshift, choose Clusters, and choose the cluster.',
      'On the tab Properties, under Network and security settings, choose Edit.',
      'Turn on Enhanced VPC routing and choose Save changes; the cluster restarts.',
    ],
    cli: 'aws redshift modify-cluster --cluster-identifier <cluster> --enhanced-vpc-routing',
    terraform: `resource "aws_redshift_cluster" "reports" {
  cluster_identifier     = "reports"
  node_type              = "ra3.large"
  database_name          = "reports"
  master_username        = "warehouse_admin"
  manage_master_password = true
  enhanced_vpc_routing   = true
}`,
  },
  source: 'https://docs.aws.amazon.com/redshift/latest/mgmt/enhanced-vpc-routing.html',
  over: 'clusters',
  needs: [],
  judge: ({ name, status, enhanced_routing }) => {
    if (isPassing(status)) return []
    return known(enhanced_routing, 'redshift:DescribeClusters')
      ? pass(`The cluster ${name} sends its traffic through its VPC.`)
      : fail(`The cluster ${name} does not use enhanced VPC routing.`)
  },
})
