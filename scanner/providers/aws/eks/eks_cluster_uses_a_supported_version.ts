import { fail, pass } from '../../../kit/index.ts'
import { check, isThere } from './resources.ts'

/** `1.9` comes before `1.10`. */
const isOlder = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) < 0

export default check({
  id: 'eks_cluster_uses_a_supported_version',
  title: 'EKS cluster uses a Kubernetes version in standard support',
  description: 'Reads the Kubernetes version of each cluster and its support status in EKS.',
  risk: 'Old versions receive security fixes late or not at all, and EKS eventually upgrades the cluster automatically.',
  decision:
    'Passes if EKS lists the version in standard support. Fails if it is in extended support, which costs more, or is unsupported or not listed. If `eks_cluster_oldest_version_supported` is set (for example, 1.33; empty by default), that version and later versions pass and older versions fail, regardless of the support status. Clusters that are being created or deleted give no finding.',
  fix: {
    text: 'Upgrade the cluster to a version in standard support, one minor version at a time.',
    console: [
      'Open Amazon EKS, choose the cluster, and review its upgrade insights.',
      'Fix the issues in the insights, choose Upgrade now, and choose the next version.',
      'Upgrade add-ons and nodes to the same version.',
    ],
    cli: 'aws eks update-cluster-version --name <cluster> --kubernetes-version <version>',
    terraform: `resource "aws_eks_cluster" "shop" {
  name     = "shop"
  role_arn = aws_iam_role.cluster.arn
  version  = "1.35"

  vpc_config {
    subnet_ids = var.private_subnet_ids
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html',
  links: ['https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html'],
  over: 'clusters',
  needs: ['details', 'support'],
  config: { eks_cluster_oldest_version_supported: '' },
  judge: ({ name, details, support }, { config }) => {
    if (!isThere(details)) return []
    const { version } = details
    const oldest = config.eks_cluster_oldest_version_supported
    if (oldest !== '') {
      return isOlder(version, oldest)
        ? fail(`The cluster ${name} uses Kubernetes ${version}, which is older than ${oldest}.`)
        : pass(
            `The cluster ${name} uses Kubernetes ${version}; the oldest allowed version is ${oldest}.`,
          )
    }
    if (support === 'STANDARD_SUPPORT')
      return pass(`The cluster ${name} uses Kubernetes ${version}, which is in standard support.`)
    return support === 'EXTENDED_SUPPORT'
      ? fail(`The cluster ${name} uses Kubernetes ${version}, which is in extended support only.`)
      : fail(`The cluster ${name} uses Kubernetes ${version}, which is not supported.`)
  },
})
