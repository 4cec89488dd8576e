import { fail, pass } from '../../../kit/index.ts'
import { areInternet } from '../ranges.ts'
import { check, isThere } from './resources.ts'

export default check({
  id: 'eks_cluster_not_publicly_accessible',
  title: 'EKS cluster API endpoint is not open to the internet',
  description:
    'Reads whether the public API endpoint of each cluster is enabled, and which CIDR ranges can access it.',
  risk: 'A stolen token or a vulnerability in the API server can be exploited from anywhere.',
  decision:
    'Fails if public access is enabled and its ranges together contain an eighth or more of the public IPv4 or IPv6 addresses, as 0.0.0.0/3 does. Also fails if no ranges are set, which allows all addresses. Passes if public access is disabled or restricted to narrower ranges. Clusters that are being created or deleted give no finding.',
  fix: {
    text: 'Disable public access, or restrict it to the CIDR ranges of your offices and pipelines.',
    console: [
      'Open Amazon EKS, choose the cluster, and choose the Networking tab.',
      'Choose Manage, and then choose Endpoint access.',
      'Choose Private, or open Advanced settings and enter the CIDR ranges for Public and private. Choose Save changes.',
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
      : pass(`The API of the cluster ${name} is open only to ${ranges.slice(0, 10).join(', ')}.`)
  },
})
