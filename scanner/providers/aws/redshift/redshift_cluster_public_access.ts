import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_public_access',
  title: 'Redshift cluster is not publicly accessible',
  description: 'Reads from the list of clusters whether each cluster is publicly accessible.',
  risk: 'The data warehouse can be attacked from the internet. One weak password or one permissive security group exposes all of its data.',
  decision:
    'Fails if the cluster is publicly accessible, regardless of its security groups, which can change independently of the cluster. Otherwise passes. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Turn off public access for the cluster and connect to it through its VPC.',
    console: [
      'Open Amazon Redshift, choose Clusters, and choose the cluster.',
      'Choose Actions and Modify publicly accessible setting.',
      'Clear Turn on Publicly accessible and choose Save changes.',
      'Connect the clients from the VPC, a VPN or a Redshift-managed VPC endpoint.',
    ],
    cli: 'aws redshift modify-cluster --cluster-identifier <cluster> --no-publicly-accessible',
    terraform: `resource "aws_redshift_cluster" "reports" {
  cluster_identifier          = "reports"
  node_type                   = "ra3.large"
  database_name               = "reports"
  master_username             = "warehouse_admin"
  manage_master_password      = true
  cluster_subnet_group_name   = aws_redshift_subnet_group.private.name
  publicly_accessible         = false
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/redshift-controls.html',
  links: ['https://docs.aws.amazon.com/redshift/latest/mgmt/managing-clusters-vpc.html'],
  over: 'clusters',
  needs: [],
  judge: (cluster) => {
    if (isPassing(cluster.status)) return []
    return known(cluster.public, 'redshift:DescribeClusters')
      ? fail(`Cluster ${cluster.name} is publicly accessible.`)
      : pass(`Cluster ${cluster.name} is not publicly accessible.`)
  },
})
