import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'kafka_cluster_mutual_tls_authentication_enabled',
  title: 'Cluster asks its clients for a certificate',
  description:
    'Reads whether the clients of each provisioned cluster may sign in with a certificate over TLS.',
  risk: 'Without certificates a client is whoever knows a password, or anybody.',
  decision:
    'Passes when authentication by TLS is on, fails when it is off, also where clients sign in by IAM or SASL/SCRAM. Serverless clusters know IAM only and have no verdict, nor has a cluster that is being created or deleted.',
  fix: {
    text: 'Turn on TLS client authentication with a certificate authority of your own.',
    console: [
      'Make a certificate authority in AWS Private CA.',
      'Open Amazon MSK, choose Clusters, choose the cluster, and on the tab Properties choose Edit under Security settings.',
      'Choose TLS client authentication through AWS Certificate Manager, name the authority, and choose Save changes.',
      'Give each client a certificate of that authority.',
      'For the command, put all of ClientAuthentication that describe-cluster shows into the file, so that no other way to sign in is lost, and Tls enabled with the ARN of the authority.',
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
      ? pass(`Clients of the cluster ${name} may sign in with a certificate.`)
      : fail(`Clients of the cluster ${name} sign in without a certificate.`)
  },
})
