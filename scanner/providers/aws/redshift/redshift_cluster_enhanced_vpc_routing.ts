import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_enhanced_vpc_routing',
  title: 'Redshift cluster has enhanced VPC routing enabled',
  description:
    'Reads whether each cluster routes COPY and UNLOAD traffic through its VPC, where endpoints, security groups and flow logs apply.',
  risk: 'Data can be copied to any S3 bucket over a path that security groups and flow logs do not cover.',
  decision:
    'Passes if enhanced VPC routing is on. Fails if it is off. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Turn on enhanced VPC routing, and create an S3 endpoint in the VPC.',
    console: [
      'Open Amazon VPC and create a gateway endpoint for S3 in the cluster’s VPC.',
      'Open Amazon Redshift, choose Clusters, and choose the cluster.',
      'On the Properties tab, under Network and security settings, choose Edit.',
      'Turn on Enhanced VPC routing and choose Save changes. The cluster restarts.',
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
      ? pass(`Cluster ${name} has enhanced VPC routing enabled.`)
      : fail(`Cluster ${name} does not have enhanced VPC routing enabled.`)
  },
})
