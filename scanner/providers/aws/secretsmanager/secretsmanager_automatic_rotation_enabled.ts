import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'secretsmanager_automatic_rotation_enabled',
  title: 'Secrets Manager secret has automatic rotation enabled',
  description:
    'Reads from the list of secrets whether automatic rotation is enabled for each secret.',
  risk: 'A leaked secret remains valid until it is changed.',
  decision:
    'Passes if automatic rotation is on. Fails if it is off or was never configured. A replica gives no finding, because it is rotated in its primary region. A secret without rotation that another AWS service manages gives no finding, because only that service can change it.',
  fix: {
    text: 'Configure a rotation schedule for the secret.',
    console: [
      'Open AWS Secrets Manager and choose the secret.',
      'On the Rotation tab, choose Edit rotation and turn on Automatic rotation.',
      'Choose a schedule and the Lambda function that changes the secret. For a database secret, the function can be created automatically.',
      'Choose Save and verify that the first rotation succeeds.',
    ],
    cli: 'aws secretsmanager rotate-secret --secret-id <secret> --rotation-lambda-arn <function> --rotation-rules AutomaticallyAfterDays=30',
    terraform: `resource "aws_secretsmanager_secret_rotation" "orders" {
  secret_id           = aws_secretsmanager_secret.orders.id
  rotation_lambda_arn = aws_lambda_function.rotate.arn

  rotation_rules {
    automatically_after_days = 30
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/secretsmanager/latest/userguide/rotating-secrets.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/secretsmanager-controls.html'],
  over: 'secrets',
  needs: [],
  judge: ({ name, owning_service, replica, rotates }) => {
    if (rotates) return pass(`Secret ${name} has automatic rotation enabled.`)
    if (replica || owning_service !== null) return []
    return fail(`Secret ${name} does not have automatic rotation enabled.`)
  },
})
