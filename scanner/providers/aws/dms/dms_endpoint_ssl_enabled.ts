import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

/** They use TLS by themselves or by another setting. */
const ofOtherSettings: ReadonlySet<string> = new Set([
  'dynamodb',
  'elasticsearch',
  'kafka',
  'kinesis',
  'neptune',
  'opensearch',
  'redis',
  'redshift',
  'redshift-serverless',
  's3',
  'timestream',
])

export default check({
  id: 'dms_endpoint_ssl_enabled',
  title: 'DMS endpoint uses TLS',
  description: 'Reads the SSL mode of each endpoint.',
  risk: 'Passwords and all migrated rows are sent over the network in plaintext.',
  decision:
    'Fails if the SSL mode is none. Passes with any other mode. Endpoints whose connection does not depend on the SSL mode give no finding: S3, DynamoDB, Kinesis, Kafka, Neptune, OpenSearch, Redis, Redshift and Timestream. Endpoints that are being created or deleted give no finding. An endpoint without the SSL mode in the response is reported as a coverage gap.',
  fix: {
    text: 'Choose an SSL mode that the engine supports, preferably one that verifies the certificate.',
    console: [
      'Open AWS DMS. If the database’s certificate is not from AWS, import it under Certificates.',
      'Choose Endpoints, choose the endpoint, then Actions and Modify.',
      'Choose a Secure Socket Layer (SSL) mode other than none and the certificate, then choose Save.',
      'Choose Test connections and run the test.',
    ],
    cli: 'aws dms modify-endpoint --endpoint-arn <endpoint> --ssl-mode verify-full --certificate-arn <certificate>',
    terraform: `resource "aws_dms_endpoint" "orders" {
  endpoint_id   = "orders"
  endpoint_type = "source"
  engine_name   = "mysql"
  server_name   = "orders.example"
  port          = 3306
  ssl_mode      = "verify-full"

  certificate_arn = aws_dms_certificate.orders.certificate_arn
}`,
  },
  source: 'https://docs.aws.amazon.com/dms/latest/userguide/CHAP_Security.SSL.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/dms-controls.html'],
  over: 'endpoints',
  needs: [],
  judge: ({ name, status, engine, ssl_mode }) => {
    if (isPassing(status) || ofOtherSettings.has(engine)) return []
    const mode = known(ssl_mode, 'dms:DescribeEndpoints')
    return mode === 'none'
      ? fail(`Endpoint ${name} (${engine}) does not use TLS.`)
      : pass(`Endpoint ${name} (${engine}) uses TLS (${mode}).`)
  },
})
