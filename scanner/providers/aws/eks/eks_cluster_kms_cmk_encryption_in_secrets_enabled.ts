import { fail, pass } from '../../../kit/index.ts'
import { check, isThere } from './resources.ts'

export default check({
  id: 'eks_cluster_kms_cmk_encryption_in_secrets_enabled',
  title: 'Cluster encrypts Kubernetes secrets with a key of one’s own',
  description:
    'Reads whether each cluster encrypts the secrets of Kubernetes a second time, with a key of KMS.',
  risk: 'Whoever gets a copy of the cluster’s store reads the passwords in it, and no key of yours can be taken away from him.',
  decision:
    'Passes when the cluster names a KMS key for the resource secrets, and fails when it names none: newer clusters then use a key that AWS owns. Clusters that are being created or deleted give no finding. Whether the key itself is well kept is for the checks of KMS.',
  fix: {
    text: 'Turn on envelope encryption of secrets with a KMS key; it cannot be turned off again.',
    console: [
      'Open AWS KMS and create a symmetric key in the cluster’s region.',
      'Open Amazon EKS and choose the cluster.',
      'On the tab Overview, under Secrets encryption, choose Enable, and choose the key.',
      'Replace or annotate existing secrets, so that they are written anew.',
    ],
    cli: 'aws eks associate-encryption-config --cluster-name <cluster> --encryption-config \'[{"resources":["secrets"],"provider":{"keyArn":"<key-arn>"}}]\'',
    terraform: `resource "aws_eks_cluster" "shop" {
  name     = "shop"
  role_arn = aws_iam_role.cluster.arn

  encryption_config {
    resources = ["secrets"]
    provider {
      key_arn = aws_kms_key.cluster.arn
    }
  }

  vpc_config {
    subnet_ids = var.private_subnet_ids
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/eks/latest/userguide/enable-kms.html',
  links: ['https://docs.aws.amazon.com/eks/latest/userguide/envelope-encryption.html'],
  over: 'clusters',
  needs: ['details'],
  judge: ({ name, details }) => {
    if (!isThere(details)) return []
    return details.secrets_key === null
      ? fail(`The cluster ${name} encrypts Kubernetes secrets with no key of its own.`)
      : pass(`The cluster ${name} encrypts Kubernetes secrets with ${details.secrets_key}.`)
  },
})
