import { fail, pass } from '../../../kit/index.ts'
import { check, isThere } from './resources.ts'

const types: readonly string[] = ['api', 'audit', 'authenticator', 'controllerManager', 'scheduler']

export default check({
  id: 'eks_control_plane_logging_all_types_enabled',
  title: 'EKS cluster has all control plane log types enabled',
  description: 'Reads the control plane log types that each cluster sends to CloudWatch.',
  risk: 'Without these logs, you cannot determine who created a role or read a secret, or how far an attack spread.',
  decision:
    'Passes if all log types in `eks_required_log_types` are enabled (api, audit, authenticator, controllerManager and scheduler by default). Fails if any is missing, and names the missing types. Clusters that are being created or deleted give no finding.',
  fix: {
    text: 'Enable all control plane log types.',
    console: [
      'Open Amazon EKS, choose the cluster, and choose the Observability tab.',
      'Under Control plane logs, choose Manage logging.',
      'Turn on all log types, and choose Save changes.',
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
      ? fail(`The cluster ${name} has control plane log types disabled: ${missing.join(', ')}.`)
      : pass(
          `The cluster ${name} has the required control plane log types enabled: ${config.eks_required_log_types.join(', ')}.`,
        )
  },
})
