import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'kafka_cluster_is_public',
  title: 'MSK cluster is not publicly accessible',
  description: 'Reads whether public access to the brokers of each provisioned cluster is enabled.',
  risk: 'Anyone on the internet can try credentials and exploit Kafka vulnerabilities on the brokers.',
  decision:
    'Fails if public access is enabled, regardless of the security groups. Passes if it is disabled. Serverless clusters, which cannot be public, and clusters that are being created or deleted give no finding. A response without the setting gives a gap in coverage.',
  fix: {
    text: 'Disable public access, and connect to the cluster through its VPC.',
    console: [
      'Open Amazon MSK, choose Clusters, and choose the cluster.',
      'On the Properties tab, under Networking settings, choose Edit public access.',
      'Choose Turn off and Save changes.',
      'Connect clients in other networks with multi-VPC connectivity, peering or a VPN.',
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
      ? fail(`The brokers of the cluster ${name} are publicly accessible.`)
      : pass(`The brokers of the cluster ${name} are not publicly accessible.`)
  },
})
