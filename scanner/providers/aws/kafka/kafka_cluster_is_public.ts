import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'kafka_cluster_is_public',
  title: 'Cluster’s brokers have no public address',
  description:
    'Reads whether the brokers of each provisioned cluster can be reached from the internet.',
  risk: 'Anyone may try names, passwords and the latest hole of Kafka on the brokers themselves.',
  decision:
    'Fails when public access is on, whatever the security groups let in. Passes when it is disabled. Serverless clusters cannot be public and have no verdict, nor has a cluster that is being created or deleted; an answer without the setting gives a gap in coverage.',
  fix: {
    text: 'Turn public access off and reach the cluster through its VPC.',
    console: [
      'Open Amazon MSK, choose Clusters, and choose the cluster.',
      'On the tab Properties, under Networking settings, choose Edit public access.',
      'Choose Turn off and Save changes.',
      'Let clients of other networks come by multi-VPC connectivity, peering or a VPN.',
    ],
    cli: "aws kafka update-connectivity --cluster-arn <cluster> --current-version <version> --connectivity-info 'PublicAccess={Type=DISABLED}'",
    terraform: `resource "aws_msk_cluster" "orders" {
  cluster_name           = "orders"
  kafka_version          = "3.8.x"
  number_of_broker_nodes = 3

  broker_node_group_info {
    instance_type   = "kafka.m7g.large"
    client_subnets  = aws_subnet.private[*].id
    security_groups = [aws_security_group.kafka.id]
    connectivity_info {
      public_access {
        type = "DISABLED"
      }
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/msk/latest/developerguide/public-access.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/msk-controls.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, state, brokers }) => {
    if (isPassing(state) || !brokers) return []
    return known(brokers.public)
      ? fail(`The brokers of the cluster ${name} can be reached from the internet.`)
      : pass(`The brokers of the cluster ${name} cannot be reached from the internet.`)
  },
})
