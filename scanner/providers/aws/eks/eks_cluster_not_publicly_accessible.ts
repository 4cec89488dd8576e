import { fail, pass } from '../../../kit/index.ts'
import { areInternet } from '../ranges.ts'
import { check, isThere } from './resources.ts'

export default check({
  id: 'eks_cluster_not_publicly_accessible',
  title: 'Cluster’s API is not open to the whole internet',
  description:
    'Reads whether the public endpoint of each cluster’s API is on, and which addresses may reach it.',
  risk: 'A stolen token, or the next hole in the API server, can be used from anywhere in the world.',
  decision:
    'Fails when public access is on and its ranges together hold an eighth or more of the public addresses of IPv4 or IPv6, as much as 0.0.0.0/3 does, or are not named, which means everybody. Passes when public access is off, and when it is on for narrower ranges. Clusters that are being created or deleted give no finding.',
  fix: {
    text: 'Turn off public access, or narrow it to the ranges of your offices and pipelines.',
    console: [
      'Open Amazon EKS, choose the cluster, and choose the tab Networking.',
      'Choose Manage, then Endpoint access.',
      'Choose Private, or open Advanced settings and name the ranges of Public and private, then choose Save changes.',
    ],
    cli: 'aws eks update-cluster-config --name <cluster> --resources-vpc-config endpointPublicAccess=false,endpointPrivateAccess=true',
    terraform: `resource "aws_eks_cluster" "shop" {
  name     = "shop"
  role_arn = aws_iam_role.cluster.arn

  vpc_config {
    subnet_ids              = var.private_subnet_ids
    endpoint_private_access = true
    endpoint_public_access  = true
    public_access_cidrs     = ["198.51.100.0/24"]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/eks/latest/userguide/cluster-endpoint.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/eks-controls.html'],
  over: 'clusters',
  needs: ['details'],
  judge: ({ name, details }) => {
    if (!isThere(details)) return []
    const { public_access: isPublic, public_ranges: ranges } = details
    if (!isPublic) return pass(`The API of the cluster ${name} has no public endpoint.`)
    const open = ranges.length === 0 || areInternet(ranges)
    return open
      ? fail(`The API of the cluster ${name} is open to the internet.`)
      : pass(`The API of the cluster ${name} is open to ${ranges.slice(0, 10).join(', ')} only.`)
  },
})
