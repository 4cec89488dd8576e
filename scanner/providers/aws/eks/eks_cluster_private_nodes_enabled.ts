import { fail, pass } from '../../../kit/index.ts'
import { check, isThere } from './resources.ts'

export default check({
  id: 'eks_cluster_private_nodes_enabled',
  title: 'EKS cluster has the private API endpoint enabled',
  description:
    'Reads whether the private API endpoint of each cluster is enabled, which lets nodes connect without internet access.',
  risk: 'Nodes that use the public endpoint need outbound internet access, and their API traffic leaves the VPC.',
  decision:
    'Passes if private endpoint access is enabled, and fails if it is disabled. Public addresses of the nodes are not evaluated. Clusters that are being created or deleted give no finding.',
  fix: {
    text: 'Enable the private endpoint, and run nodes in private subnets.',
    console: [
      'Open Amazon EKS, choose the cluster, and choose the Networking tab.',
      'Choose Manage, and then choose Endpoint access.',
      'Choose Private, or Public and private, and choose Save changes.',
    ],
    cli: 'aws eks update-cluster-config --name <cluster> --resources-vpc-config endpointPrivateAccess=true',
    terraform: `resource "aws_eks_cluster" "shop" {
  name     = "shop"
  role_arn = aws_iam_role.cluster.arn

  vpc_config {
    subnet_ids              = var.private_subnet_ids
    endpoint_private_access = true
    endpoint_public_access  = false
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/eks/latest/userguide/private-clusters.html',
  over: 'clusters',
  needs: ['details'],
  judge: ({ name, details }) => {
    if (!isThere(details)) return []
    return details.private_access
      ? pass(`The cluster ${name} has the private API endpoint enabled.`)
      : fail(`The cluster ${name} has only the public API endpoint enabled.`)
  },
})
