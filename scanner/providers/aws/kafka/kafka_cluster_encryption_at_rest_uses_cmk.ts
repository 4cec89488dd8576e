import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'kafka_cluster_encryption_at_rest_uses_cmk',
  title: 'Cluster’s volumes have a KMS key of your own',
  description: 'Reads the key of each provisioned cluster’s volumes and asks KMS who manages it.',
  risk: 'With a key of AWS’s you decide neither who may use it nor when it is turned off.',
  decision:
    'Passes when the key is customer managed, also one of another account. Fails when it is the AWS managed key (alias/aws/kafka). Serverless clusters, and those that are being created or deleted, have no verdict.',
  fix: {
    text: 'Make the cluster anew with a customer managed key.',
    console: [
      'Open Amazon MSK and choose Create cluster and Custom create.',
      'On the security step, under Encryption, choose Use customer managed key and the key, because it cannot be changed later.',
      'Move topics over with MSK Replicator and delete the old cluster.',
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
      ? pass(`The volumes of the cluster ${name} have a customer managed key.`)
      : fail(`The volumes of the cluster ${name} have the key that AWS manages for MSK.`)
  },
})
