import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'kafka_connector_in_transit_encryption_enabled',
  title: 'Connector speaks TLS with its cluster',
  description: 'Reads how each connector of MSK Connect speaks with its Kafka cluster.',
  risk: 'What the connector moves can be read on its way to the brokers.',
  decision:
    'Passes when the type of encryption is TLS, fails when it is PLAINTEXT. A connector that is being created or deleted has no verdict.',
  fix: {
    text: 'Make the connector anew with TLS.',
    console: [
      'Open Amazon MSK, choose Connectors, and choose Create connector with the same plugin.',
      'On the security step, choose TLS encrypted traffic, because it cannot be changed later.',
      'Create the connector and delete the old one.',
    ],
    cli: 'aws kafkaconnect create-connector --cli-input-json file://connector.json',
    terraform: `resource "aws_mskconnect_connector" "orders" {
  name                       = "orders"
  kafkaconnect_version       = "3.7.x"
  service_execution_role_arn = aws_iam_role.connect.arn
  connector_configuration    = var.configuration

  kafka_cluster_encryption_in_transit {
    encryption_type = "TLS"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/msk-controls.html',
  links: ['https://docs.aws.amazon.com/msk/latest/developerguide/msk-connect-connectors.html'],
  over: 'connectors',
  needs: [],
  judge: ({ name, state, encryption }) => {
    if (isPassing(state)) return []
    const type = known(encryption, 'kafkaconnect:ListConnectors')
    return type === 'TLS'
      ? pass(`The connector ${name} speaks TLS with its cluster.`)
      : fail(`The connector ${name} speaks without TLS (${type}).`)
  },
})
