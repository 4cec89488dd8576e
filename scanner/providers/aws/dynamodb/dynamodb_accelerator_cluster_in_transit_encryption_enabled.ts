import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dynamodb_accelerator_cluster_in_transit_encryption_enabled',
  title: 'DAX cluster has encryption in transit enabled',
  description: 'Reads the endpoint encryption type of each DynamoDB Accelerator (DAX) cluster.',
  risk: 'An attacker with access to network traffic can read the items in transit between the clients and the cache.',
  decision:
    'Passes if the endpoint encryption type is TLS. Fails if it is NONE. It is set when the cluster is created and cannot be changed. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Create a new DAX cluster with encryption in transit and switch the clients to it.',
    console: [
      'Open DynamoDB, choose Clusters under DAX, and choose Create cluster.',
      'On the security step, keep Turn on encryption in transit selected.',
      'Configure the clients with the new endpoint, which begins with daxs://, and with a version of the DAX client that supports TLS.',
      'Select the old cluster and choose Delete.',
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
      ? pass(`The endpoint of DAX cluster ${name} uses TLS.`)
      : fail(`The endpoint of DAX cluster ${name} does not use TLS (${type}).`)
  },
})
