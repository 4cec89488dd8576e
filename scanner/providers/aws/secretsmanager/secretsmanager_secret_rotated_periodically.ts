import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { check } from './resources.ts'

export default check({
  id: 'secretsmanager_secret_rotated_periodically',
  title: 'Secret was rotated not too long ago',
  description:
    'Reads when Secrets Manager last finished a rotation of each secret, or made it where it was never rotated.',
  risk: 'The older a secret is, the more people, logs and backups have seen it, and the longer a leaked one has been of use.',
  decision:
    'Fails when the last rotation, or the creation of a secret that was never rotated, is more than `max_days_secret_unrotated` days ago (90 unless configured), else passes. Values that were put in by hand are not rotations and do not count. A replica, and a secret without rotation that another AWS service owns, have no verdict.',
  fix: {
    text: 'Rotate the secret, and mend a rotation that is set up but does not run.',
    console: [
      'Open AWS Secrets Manager and choose the secret.',
      'On the tab Rotation see the schedule and when it last ran; read the log of the Lambda function if it fails.',
      'Choose Rotate secret immediately.',
      'Choose Edit rotation and shorten the schedule if it is longer than your limit.',
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
    const what = rotated_at === null ? 'was made and never rotated since' : 'was last rotated'
    return days > max
      ? fail(`The secret ${name} ${what}, ${days} days ago, more than ${max}.`)
      : pass(`The secret ${name} ${what}, ${days} of at most ${max} days ago.`)
  },
})
