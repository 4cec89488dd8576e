import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'kafka_cluster_mutual_tls_authentication_enabled',
  title: 'MSK cluster has mutual TLS authentication enabled',
  description:
    'Reads whether clients of each provisioned cluster can authenticate with a certificate over TLS.',
  risk: 'Without certificates, a client needs only a password, or no authentication at all.',
  decision:
    'Passes if TLS authentication is on. Fails if it is off, even if clients authenticate with IAM or SASL/SCRAM. Serverless clusters, which support only IAM, and clusters that are being created or deleted give no finding.',
  fix: {
    text: 'Enable TLS client authentication with your own certificate authority.',
    console: [
      'Create a certificate authority in AWS Private CA.',
      'Open Amazon MSK, choose Clusters, choose the cluster, and on the Properties tab, choose Edit under Security settings.',
      'Choose TLS client authentication through AWS Certificate Manager, select the certificate authority, and choose Save changes.',
      'Issue a certificate of that authority to each client.',
      'For the command, put ClientAuthentication from describe-cluster into the file for --client-authentication, so that no other authentication method is lost, and set Tls to enabled with the ARN of the authority.',
    ],
    cli: 'aws kafka update-security --cluster-arn <cluster> --current-version <version> --client-authentication file://sign-in-with-tls.json',
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
    tls {
      certificate_authority_arns = [aws_acmpca_certificate_authority.clients.arn]
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/msk/latest/developerguide/msk-authentication.html',
  over: 'clusters',
  needs: [],
  judge: ({ name, state, brokers }) => {
    if (isPassing(state) || !brokers) return []
    return known(brokers.mutual_tls)
      ? pass(`The cluster ${name} has mutual TLS authentication enabled.`)
      : fail(`The cluster ${name} has mutual TLS authentication disabled.`)
  },
})
