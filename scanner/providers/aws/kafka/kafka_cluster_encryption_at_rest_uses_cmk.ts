import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'kafka_cluster_encryption_at_rest_uses_cmk',
  title: 'MSK cluster is encrypted at rest with a customer managed key',
  description:
    'Reads the KMS key of the volumes of each provisioned cluster, and reads from KMS who manages it.',
  risk: 'With an AWS managed key, you cannot control who can use the key or disable it.',
  decision:
    'Passes if the key is customer managed, including a key of another account. Fails if it is the AWS managed key (alias/aws/kafka). Serverless clusters, and clusters that are being created or deleted, give no finding.',
  fix: {
    text: 'Create a new cluster with a customer managed key.',
    console: [
      'Open Amazon MSK, and choose Create cluster and Custom create.',
      'In the security step, under Encryption, choose Use customer managed key and the key. The key cannot be changed later.',
      'Move topics with MSK Replicator, and delete the old cluster. For the command, put BrokerNodeGroupInfo from describe-cluster into the file for --broker-node-group-info.',
    ],
    cli: "aws kafka create-cluster --cluster-name <name> --kafka-version <version> --number-of-broker-nodes 3 --broker-node-group-info file://brokers.json --encryption-info 'EncryptionAtRest={DataVolumeKMSKeyId=<key>}'",
    terraform: `resource "aws_msk_cluster" "orders" {
  cluster_name           = "orders"
  kafka_version          = "3.8.x"
  number_of_broker_nodes = 3

  broker_node_group_info {
    instance_type   = "kafka.m7g.large"
    client_subnets  = aws_subnet.private[*].id
    security_groups = [aws_security_group.kafka.id]
  }

  encryption_info {
    encryption_at_rest_kms_key_arn = aws_kms_key.kafka.arn
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/msk/latest/developerguide/msk-encryption.html',
  over: 'clusters',
  needs: ['key_manager'],
  judge: ({ name, state, key_manager: manager }) => {
    if (isPassing(state) || manager === null) return []
    return manager === 'CUSTOMER'
      ? pass(`The volumes of the cluster ${name} are encrypted with a customer managed key.`)
      : fail(`The volumes of the cluster ${name} are encrypted with the AWS managed key for MSK.`)
  },
})
