import { fail, pass } from '../../../kit/index.ts'
import { check, isThere } from './resources.ts'

/** `1.9` comes before `1.10`. */
const isOlder = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) < 0

export default check({
  id: 'eks_cluster_uses_a_supported_version',
  title: 'Cluster runs a Kubernetes version in standard support',
  description:
    'Reads the Kubernetes version of each cluster and asks EKS how that version is supported.',
  risk: 'Holes that are found in an old version are mended late or not at all, and in the end EKS upgrades the cluster by itself.',
  decision:
    'Passes when EKS lists the version in standard support. Fails in extended support, which costs more, and when the version is unsupported or not listed. With `eks_cluster_oldest_version_supported` set, such as 1.33, that version and later ones pass and older ones fail, whatever EKS says; it is empty unless configured. Clusters that are being created or deleted give no finding.',
  fix: {
    text: 'Upgrade the cluster to a version in standard support, one minor version at a time.',
    console: [
      'Open Amazon EKS, choose the cluster, and read its upgrade insights.',
      'Mend what the insights name, then choose Upgrade now and the next version.',
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
        ? fail(`The cluster ${name} runs Kubernetes ${version}, older than ${oldest}.`)
        : pass(
            `The cluster ${name} runs Kubernetes ${version}, and ${oldest} is the oldest allowed.`,
          )
    }
    if (support === 'STANDARD_SUPPORT')
      return pass(`The cluster ${name} runs Kubernetes ${version}, which is in standard support.`)
    return support === 'EXTENDED_SUPPORT'
      ? fail(`The cluster ${name} runs Kubernetes ${version}, which is in extended support only.`)
      : fail(`The cluster ${name} runs Kubernetes ${version}, which is no longer supported.`)
  },
})
