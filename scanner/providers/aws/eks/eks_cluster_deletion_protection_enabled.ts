import { fail, pass } from '../../../kit/index.ts'
import { check, isThere } from './resources.ts'

export default check({
  id: 'eks_cluster_deletion_protection_enabled',
  title: 'EKS cluster has deletion protection enabled',
  description: 'Reads whether deletion protection is enabled for each cluster.',
  risk: 'One incorrect command can delete the control plane and all information about the workloads in the cluster.',
  decision:
    'Fails if deletion protection is disabled, which is the default, or missing in the response. Passes if it is enabled. Clusters that are being created or deleted give no finding.',
  fix: {
    text: 'Enable deletion protection for the EKS cluster.',
    console: [
      'Open Amazon EKS and choose the cluster.',
      'On the Overview tab, find Deletion protection, and choose Manage.',
      'Turn it on, and choose Save changes.',
    ],
    cli: 'aws eks update-cluster-config --name <cluster> --deletion-protection',
    terraform: `resource "aws_eks_cluster" "shop" {
  name                = "shop"
  role_arn            = aws_iam_role.cluster.arn
  deletion_protection = true

  vpc_config {
    subnet_ids = var.private_subnet_ids
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/eks/latest/userguide/deletion-protection.html',
  over: 'clusters',
  needs: ['details'],
  judge: ({ name, details }) => {
    if (!isThere(details)) return []
    return details.deletion_protection
      ? pass(`The cluster ${name} has deletion protection enabled.`)
      : fail(`The cluster ${name} has deletion protection disabled.`)
  },
})
