import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { check } from './resources.ts'

export default check({
  id: 'secretsmanager_secret_rotated_periodically',
  title: 'Secrets Manager secret is rotated periodically',
  description:
    'Reads when Secrets Manager last completed a rotation of each secret, or its creation date if it was never rotated.',
  risk: 'An older secret has been exposed to more people, logs and backups. A leaked value remains usable longer.',
  decision:
    'Fails if the last rotation, or the creation of a secret that was never rotated, is more than `max_days_secret_unrotated` days ago (90 by default). Otherwise passes. Values that were changed manually are not rotations and do not count. A replica, and a secret without rotation that another AWS service manages, give no finding.',
  fix: {
    text: 'Rotate the secret, and fix a configured rotation that does not run.',
    console: [
      'Open AWS Secrets Manager and choose the secret.',
      'On the Rotation tab, see the schedule and the last rotation. If a rotation failed, read the log of the Lambda function.',
      'Choose Rotate secret immediately.',
      'Choose Edit rotation and shorten the schedule if it exceeds your limit.',
    ],
    cli: 'aws secretsmanager rotate-secret --secret-id <secret> --rotate-immediately',
    terraform: `resource "aws_secretsmanager_secret_rotation" "mail" {
  secret_id           = aws_secretsmanager_secret.mail.id
  rotation_lambda_arn = aws_lambda_function.rotate.arn
  rotate_immediately  = true

  rotation_rules {
    schedule_expression = "rate(60 days)"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/secretsmanager-controls.html',
  links: ['https://docs.aws.amazon.com/secretsmanager/latest/userguide/rotate-secrets_now.html'],
  over: 'secrets',
  needs: [],
  config: { max_days_secret_unrotated: 90 },
  judge: (secret, { now, config: { max_days_secret_unrotated: max } }) => {
    const { name, owning_service, replica, rotates, rotated_at, created_at } = secret
    if (replica || (owning_service !== null && !rotates)) return []
    const days = daysSince(rotated_at ?? created_at, now)
    const what = rotated_at === null ? 'was not rotated since its creation' : 'was last rotated'
    return days > max
      ? fail(`Secret ${name} ${what} ${days} days ago, which exceeds the limit of ${max} days.`)
      : pass(`Secret ${name} ${what} ${days} days ago, within the limit of ${max} days.`)
  },
})
