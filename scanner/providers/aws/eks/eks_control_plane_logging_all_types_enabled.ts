import { fail, pass } from '../../../kit/index.ts'
import { check, isThere } from './resources.ts'

const types: readonly string[] = ['api', 'audit', 'authenticator', 'controllerManager', 'scheduler']

export default check({
  id: 'eks_control_plane_logging_all_types_enabled',
  title: 'Cluster writes every kind of control plane log',
  description: 'Reads which logs of its control plane each cluster sends to CloudWatch.',
  risk: 'Who created that role, or read that secret, is written down nowhere, and after a break-in nobody can say how far it went.',
  decision:
    'Passes when all kinds in `eks_required_log_types` are written, unless configured api, audit, authenticator, controllerManager and scheduler. Fails when one is missing, and names it. Clusters that are being created or deleted give no finding.',
  fix: {
    text: 'Turn on all kinds of control plane logs.',
    console: [
      'Open Amazon EKS, choose the cluster, and choose the tab Observability.',
      'Under Control plane logs choose Manage logging.',
      'Turn on every kind of log, then choose Save changes.',
    ],
    cli: 'aws eks update-cluster-config --name <cluster> --logging \'{"clusterLogging":[{"types":["api","audit","authenticator","controllerManager","scheduler"],"enabled":true}]}\'',
    terraform: `resource "aws_eks_cluster" "shop" {
  name     = "shop"
  role_arn = aws_iam_role.cluster.arn

  enabled_cluster_log_types = ["api", "audit", "authenticator", "controllerManager", "scheduler"]

  vpc_config {
    subnet_ids = var.private_subnet_ids
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/eks/latest/userguide/control-plane-logs.html',
  over: 'clusters',
  needs: ['details'],
  config: { eks_required_log_types: types },
  judge: ({ name, details }, { config }) => {
    if (!isThere(details)) return []
    const missing = config.eks_required_log_types.filter((type) => !details.logs.includes(type))
    return missing.length > 0
      ? fail(`The cluster ${name} does not write the logs ${missing.join(', ')}.`)
      : pass(`The cluster ${name} writes the logs ${config.eks_required_log_types.join(', ')}.`)
  },
})
