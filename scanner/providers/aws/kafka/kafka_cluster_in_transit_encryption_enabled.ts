import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'kafka_cluster_in_transit_encryption_enabled',
  title: 'MSK cluster encrypts data in transit',
  description:
    'Reads the encryption in transit of each provisioned cluster, between clients and brokers and between brokers.',
  risk: 'An attacker on the network between clients and brokers can read and change messages and passwords.',
  decision:
    'Passes if clients can use only TLS and traffic between brokers is encrypted. Fails if clients can or must use plaintext, or if traffic between brokers is not encrypted. Serverless clusters, which always use TLS, and clusters that are being created or deleted give no finding. A response without the settings gives a gap in coverage.',
  fix: {
    text: 'Allow only TLS for clients. Encryption between brokers can be set only when a cluster is created.',
    console: [
      'Open Amazon MSK, choose Clusters, and choose the cluster.',
      'On the Properties tab, under Security settings, choose Edit.',
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
      return fail(`The cluster ${name} allows clients without TLS (${clients}).`)
    return known(brokers.inner_encryption)
      ? pass(
          `The cluster ${name} encrypts all traffic between clients and brokers and between brokers.`,
        )
      : fail(`The cluster ${name} does not encrypt traffic between brokers.`)
  },
})
