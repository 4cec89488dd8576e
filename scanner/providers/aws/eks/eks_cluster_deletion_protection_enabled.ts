import { fail, pass } from '../../../kit/index.ts'
import { check, isThere } from './resources.ts'

export default check({
  id: 'eks_cluster_deletion_protection_enabled',
  title: 'Cluster is protected against deletion',
  description:
    'Reads whether each cluster refuses to be deleted until somebody lifts the protection first.',
  risk: 'One wrong command deletes the control plane, and with it everything that knew which workloads ran where.',
  decision:
    'Fails when deletion protection is off, AWS’s default, or not named in the answer. Passes when it is on. Clusters that are being created or deleted give no finding.',
  fix: {
    text: 'Turn on deletion protection of the cluster.',
    console: [
      'Open Amazon EKS and choose the cluster.',
      'On the tab Overview find Deletion protection, and choose Manage.',
      'Turn it on, then choose Save changes.',
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
      ? pass(`The cluster ${name} is protected against deletion.`)
      : fail(`The cluster ${name} can be deleted with one call.`)
  },
})
