import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'kafka_connector_in_transit_encryption_enabled',
  title: 'MSK connector encrypts data in transit',
  description:
    'Reads the encryption in transit between each MSK Connect connector and its Kafka cluster.',
  risk: 'An attacker on the network can read the data between the connector and the brokers.',
  decision:
    'Passes if the encryption type is TLS. Fails if it is PLAINTEXT. A connector that is being created or deleted gives no finding.',
  fix: {
    text: 'Create a new connector with TLS.',
    console: [
      'Open Amazon MSK, choose Connectors, and choose Create connector with the same plugin.',
      'In the security step, choose TLS encrypted traffic. The setting cannot be changed later.',
      'Create the connector and delete the old one. For the command, put the settings from describe-connector that create-connector supports into the file for --cli-input-json, with encryptionType TLS under kafkaClusterEncryptionInTransit.',
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
      ? pass(`The connector ${name} uses TLS for its connection to the cluster.`)
      : fail(`The connector ${name} does not use TLS (${type}).`)
  },
})
