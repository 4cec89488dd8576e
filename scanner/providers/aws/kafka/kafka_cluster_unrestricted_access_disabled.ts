import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'kafka_cluster_unrestricted_access_disabled',
  title: 'MSK cluster does not allow unauthenticated access',
  description:
    'Reads the authentication methods of each provisioned cluster, and whether unauthenticated access is allowed.',
  risk: 'Anyone who can reach a broker can read and write every topic.',
  decision:
    'Fails if unauthenticated access is on, or if no authentication method is configured, because authentication is then not required. Passes if unauthenticated access is off. Serverless clusters, which always require IAM, and clusters that are being created or deleted give no finding. A response that lists authentication methods but not unauthenticated access gives a gap in coverage.',
  fix: {
    text: 'Enable IAM, SASL/SCRAM or TLS authentication, and disable unauthenticated access.',
    console: [
      'Open Amazon MSK, choose Clusters, and choose the cluster.',
      'On the Properties tab, under Security settings, choose Edit.',
      'Choose IAM role-based authentication or another method, and migrate the clients.',
      'Clear Unauthenticated access and choose Save changes.',
      'For the command, put ClientAuthentication from describe-cluster into the file for --client-authentication, so that clients can still authenticate, with Sasl.Iam or another method enabled and Unauthenticated disabled.',
    ],
    cli: 'aws kafka update-security --cluster-arn <cluster> --current-version <version> --client-authentication file://sign-in-for-all.json',
    terraform: `resource "aws_msk_cluster" "orders" {
  cluster_name           = "orders"
  kafka_version          = "3.8.x"
  number_of_broker_nodes = 3

  broker_node_group_info {
    instance_type   = "kafka.m7g.large"
    client_subnets  = aws_subnet.private[*].id
    security_groups = [aws_security_group.kafka.id]
  }

  client_authentication {
    unauthenticated = false
    sasl {
      iam = true
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/msk/latest/developerguide/kafka_apis_iam.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/msk-controls.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, state, brokers }) => {
    if (isPassing(state) || !brokers) return []
    return known(brokers.anonymous)
      ? fail(`The cluster ${name} allows unauthenticated access.`)
      : pass(`The cluster ${name} requires authentication.`)
  },
})
