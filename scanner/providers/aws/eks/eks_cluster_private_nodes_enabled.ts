import { fail, pass } from '../../../kit/index.ts'
import { check, isThere } from './resources.ts'

export default check({
  id: 'eks_cluster_private_nodes_enabled',
  title: 'Cluster’s nodes reach its API inside the VPC',
  description:
    'Reads whether the private endpoint of each cluster’s API is on, so that nodes need no way through the internet.',
  risk: 'Nodes that speak to their control plane over public addresses need a way out of the network, and what they carry leaves it.',
  decision:
    'Passes when private access to the endpoint is on, and fails when it is off. Whether nodes have public addresses themselves is not looked at. Clusters that are being created or deleted give no finding.',
  fix: {
    text: 'Turn on the private endpoint, and run nodes in private subnets.',
    console: [
      'Open Amazon EKS, choose the cluster, and choose the tab Networking.',
      'Choose Manage, then Endpoint access.',
      'Choose Private, or Public and private, then choose Save changes.',
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
      ? pass(`The nodes of the cluster ${name} reach its API inside the VPC.`)
      : fail(`The nodes of the cluster ${name} reach its API over public addresses only.`)
  },
})
