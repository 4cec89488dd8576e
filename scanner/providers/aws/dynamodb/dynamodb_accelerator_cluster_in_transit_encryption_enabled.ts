import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dynamodb_accelerator_cluster_in_transit_encryption_enabled',
  title: 'Accelerator cluster is spoken to over TLS',
  description:
    'Reads the type of encryption that the endpoint of each DynamoDB Accelerator (DAX) cluster speaks.',
  risk: 'Whoever listens in the network reads the items on their way between clients and cache.',
  decision:
    'Passes when the endpoint’s type is TLS, fails when it is NONE. It is chosen when the cluster is made and cannot be changed. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Make a new cluster with encryption in transit and move the clients over.',
    console: [
      'Open DynamoDB, choose Clusters under DAX, and choose Create cluster.',
      'On the security step, keep Turn on encryption in transit chosen.',
      'Give the clients the new endpoint, which begins with daxs://, and a version of the DAX client that speaks TLS.',
      'Choose the old cluster and choose Delete.',
    ],
    cli: 'aws dax create-cluster --cluster-name <name> --node-type <type> --replication-factor 3 --iam-role-arn <role> --cluster-endpoint-encryption-type TLS',
    terraform: `resource "aws_dax_cluster" "orders" {
  cluster_name                     = "orders"
  iam_role_arn                     = aws_iam_role.dax.arn
  node_type                        = "dax.r5.large"
  replication_factor               = 3
  cluster_endpoint_encryption_type = "TLS"
}`,
  },
  source:
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DAXEncryptionInTransit.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/dynamodb-controls.html'],
  over: 'accelerators',
  needs: [],
  judge: ({ name, status, endpoint_encryption }) => {
    if (isPassing(status)) return []
    const type = known(endpoint_encryption, 'dax:DescribeClusters')
    return type === 'TLS'
      ? pass(`The endpoint of the accelerator cluster ${name} speaks TLS.`)
      : fail(`The endpoint of the accelerator cluster ${name} speaks without TLS (${type}).`)
  },
})
