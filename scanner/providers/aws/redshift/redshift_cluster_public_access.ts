import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_public_access',
  title: 'Cluster has no public address',
  description:
    'Reads from the list of clusters whether each one may be reached by a public address.',
  risk: 'The warehouse can be tried from anywhere, and one weak password or one loose security group gives away all of its data.',
  decision:
    'Fails when the cluster is publicly accessible, whatever its security groups let in, because they can change without anybody looking at the cluster. Passes otherwise. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Take the public address from the cluster and reach it through its VPC.',
    console: [
      'Open Amazon Redshift, choose Clusters, and choose the cluster.',
      'Choose Actions and Modify publicly accessible setting.',
      'Clear Turn on Publicly accessible and choose Save changes.',
      'Let clients connect from the VPC, a VPN or a Redshift-managed VPC endpoint.',
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
      ? fail(`The cluster ${cluster.name} is publicly accessible.`)
      : pass(`The cluster ${cluster.name} is not publicly accessible.`)
  },
})
