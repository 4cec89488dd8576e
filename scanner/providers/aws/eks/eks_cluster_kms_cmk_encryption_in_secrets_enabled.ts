import { fail, pass } from '../../../kit/index.ts'
import { check, isThere } from './resources.ts'

export default check({
  id: 'eks_cluster_kms_cmk_encryption_in_secrets_enabled',
  title: 'EKS cluster encrypts Kubernetes secrets with a customer managed KMS key',
  description:
    'Reads whether each cluster uses envelope encryption for Kubernetes secrets with a KMS key.',
  risk: 'An attacker with a copy of the cluster data store can read its secrets, and you cannot revoke access by disabling a key.',
  decision:
    'Passes if the cluster has a KMS key for the resource secrets, and fails if it has none; newer clusters then use an AWS owned key. Clusters that are being created or deleted give no finding. The key itself is covered by the KMS checks.',
  fix: {
    text: 'Enable envelope encryption of secrets with a KMS key. It cannot be disabled later.',
    console: [
      'Open AWS KMS and create a symmetric key in the region of the cluster.',
      'Open Amazon EKS and choose the cluster.',
      'On the Overview tab, under Secrets encryption, choose Enable, and choose the key.',
      'Replace or annotate existing secrets so that they are encrypted with the key.',
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
      ? fail(`The cluster ${name} does not encrypt Kubernetes secrets with a KMS key.`)
      : pass(`The cluster ${name} encrypts Kubernetes secrets with ${details.secrets_key}.`)
  },
})
