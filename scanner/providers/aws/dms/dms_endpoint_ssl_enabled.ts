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
  title: 'Endpoint connects over TLS',
  description: 'Reads the SSL mode with which each endpoint connects to its database.',
  risk: 'Passwords and all migrated rows cross the network in the open.',
  decision:
    'Fails when the SSL mode is none, passes with any other. Endpoints whose connection does not follow the SSL mode have no verdict: S3, DynamoDB, Kinesis, Kafka, Neptune, OpenSearch, Redis, Redshift and Timestream. So have those that are being deleted; an answer without the mode gives a gap in coverage.',
  fix: {
    text: 'Choose an SSL mode that the engine knows, best one that verifies the certificate.',
    console: [
      'Open AWS DMS and, where the database’s certificate is not of AWS, import it under Certificates.',
      'Choose Endpoints, choose the endpoint, then Actions and Modify.',
      'Choose a Secure Socket Layer (SSL) mode other than none and the certificate, then Save.',
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
      ? fail(`The endpoint ${name} (${engine}) connects without TLS.`)
      : pass(`The endpoint ${name} (${engine}) connects over TLS (${mode}).`)
  },
})
