import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dynamodb_accelerator_cluster_encryption_enabled',
  title: 'DAX cluster has encryption at rest enabled',
  description:
    'Reads whether each DynamoDB Accelerator (DAX) cluster encrypts its cached data on disk.',
  risk: 'Items that are encrypted in the table are stored unencrypted on the disks of the cache.',
  decision:
    'Passes if server-side encryption of the cluster is ENABLED. Otherwise fails. It is set when the cluster is created and cannot be changed. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Create a new DAX cluster with encryption at rest and switch the clients to it.',
    console: [
      'Open DynamoDB, choose Clusters under DAX, and choose Create cluster.',
      'On the security step, keep Turn on encryption at rest selected.',
      'Configure the clients with the endpoint of the new cluster.',
      'Select the old cluster and choose Delete.',
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
      ? pass(`DAX cluster ${name} has encryption at rest enabled.`)
      : fail(`DAX cluster ${name} does not have encryption at rest enabled.`)
  },
})
