import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'kafka_cluster_unrestricted_access_disabled',
  title: 'Cluster lets in no client that does not sign in',
  description:
    'Reads which ways to sign in each provisioned cluster knows, and whether clients may come without any.',
  risk: 'Whoever reaches a broker reads every topic and writes to it.',
  decision:
    'Fails when unauthenticated access is on, and when no way to sign in is set up, because then nobody has to. Passes when unauthenticated access is off. Serverless clusters always ask for IAM and have no verdict, nor has a cluster that is being created or deleted. An answer that names ways to sign in and leaves unauthenticated access open gives a gap in coverage.',
  fix: {
    text: 'Turn on IAM, SASL/SCRAM or TLS authentication, and turn unauthenticated access off.',
    console: [
      'Open Amazon MSK, choose Clusters, and choose the cluster.',
      'On the tab Properties, under Security settings, choose Edit.',
      'Choose IAM role-based authentication or another way, and move the clients.',
      'Clear Unauthenticated access and choose Save changes.',
      'For the command, put all of ClientAuthentication that describe-cluster shows into the file, so that clients can still sign in, with Sasl.Iam or another way enabled and Unauthenticated disabled.',
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
      ? fail(`Clients of the cluster ${name} need not sign in.`)
      : pass(`Clients of the cluster ${name} have to sign in.`)
  },
})
