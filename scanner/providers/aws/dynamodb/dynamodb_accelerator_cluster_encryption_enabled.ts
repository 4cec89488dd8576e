import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dynamodb_accelerator_cluster_encryption_enabled',
  title: 'Accelerator cluster is encrypted at rest',
  description:
    'Reads whether each DynamoDB Accelerator (DAX) cluster encrypts what it caches on its disks.',
  risk: 'Items that are encrypted in the table lie readable on the disks of the cache in front of it.',
  decision:
    'Passes when server-side encryption of the cluster is ENABLED, else fails. It is chosen when the cluster is made and cannot be changed. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Make a new cluster with encryption at rest and move the clients over.',
    console: [
      'Open DynamoDB, choose Clusters under DAX, and choose Create cluster.',
      'On the security step, keep Turn on encryption at rest chosen.',
      'Point the clients at the new cluster’s endpoint.',
      'Choose the old cluster and choose Delete.',
    ],
    cli: 'aws dax create-cluster --cluster-name <name> --node-type <type> --replication-factor 3 --iam-role-arn <role> --sse-specification Enabled=true',
    terraform: `resource "aws_dax_cluster" "orders" {
  cluster_name       = "orders"
  iam_role_arn       = aws_iam_role.dax.arn
  node_type          = "dax.r5.large"
  replication_factor = 3

  server_side_encryption {
    enabled = true
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DAXEncryptionAtRest.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/dynamodb-controls.html'],
  over: 'accelerators',
  needs: [],
  judge: ({ name, status, encrypted }) => {
    if (isPassing(status)) return []
    return known(encrypted, 'dax:DescribeClusters')
      ? pass(`The accelerator cluster ${name} is encrypted at rest.`)
      : fail(`The accelerator cluster ${name} is not encrypted at rest.`)
  },
})
