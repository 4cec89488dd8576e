import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'secretsmanager_automatic_rotation_enabled',
  title: 'Secret is rotated automatically',
  description:
    'Reads from the list of secrets whether Secrets Manager changes each one on a schedule.',
  risk: 'A secret that leaked keeps working until somebody remembers to change it, which may be never.',
  decision:
    'Passes when automatic rotation is on; a secret without that mark was never set up for it and fails. A replica has no verdict, because it is rotated in its primary region, and neither has a secret without rotation that another AWS service owns, because only that service can change it.',
  fix: {
    text: 'Set up a rotation schedule for the secret.',
    console: [
      'Open AWS Secrets Manager and choose the secret.',
      'On the tab Rotation choose Edit rotation and turn on Automatic rotation.',
      'Choose a schedule and the Lambda function that changes the secret, or have one made for a database.',
      'Choose Save and see that the first rotation succeeds.',
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
    if (rotates) return pass(`The secret ${name} is rotated automatically.`)
    if (replica || owning_service !== null) return []
    return fail(`The secret ${name} is not rotated automatically.`)
  },
})
