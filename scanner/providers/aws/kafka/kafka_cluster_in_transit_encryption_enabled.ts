import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'kafka_cluster_in_transit_encryption_enabled',
  title: 'Cluster encrypts what travels to clients and between brokers',
  description:
    'Reads how the brokers of each provisioned cluster speak with clients and with each other.',
  risk: 'Messages and passwords can be read and changed by whoever gets into the network between clients and brokers.',
  decision:
    'Passes when clients speak TLS only and brokers encrypt among themselves. Fails when clients may or must speak plaintext, or when brokers do not encrypt. Serverless clusters always use TLS and have no verdict, nor has a cluster that is being created or deleted; an answer without the settings gives a gap in coverage.',
  fix: {
    text: 'Let clients speak TLS only; encryption between brokers is chosen when the cluster is made.',
    console: [
      'Open Amazon MSK, choose Clusters, and choose the cluster.',
      'On the tab Properties, under Security settings, choose Edit.',
      'Choose TLS encryption between clients and brokers, clear Plaintext, and choose Save changes.',
    ],
    cli: "aws kafka update-security --cluster-arn <cluster> --current-version <version> --encryption-info 'EncryptionInTransit={ClientBroker=TLS}'",
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
    encryption_in_transit {
      client_broker = "TLS"
      in_cluster    = true
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/msk/latest/developerguide/msk-encryption.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/msk-controls.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, state, brokers }) => {
    if (isPassing(state) || !brokers) return []
    const clients = known(brokers.client_encryption)
    if (clients !== 'TLS')
      return fail(`Clients of the cluster ${name} may speak without TLS (${clients}).`)
    return known(brokers.inner_encryption)
      ? pass(`Clients and brokers of the cluster ${name} speak TLS only.`)
      : fail(`Brokers of the cluster ${name} speak unencrypted among themselves.`)
  },
})
