import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { check } from './resources.ts'

export default check({
  id: 'secretsmanager_secret_unused',
  title: 'Secret is still read by somebody',
  description:
    'Reads the day on which each secret was last retrieved in its region, to find those that nobody needs any more.',
  risk: 'A forgotten secret still opens what it was made for, costs money, and is watched by nobody.',
  decision:
    'Fails when the last retrieval, or the creation of a secret that was never retrieved, is more than `max_days_secret_unused` days ago (90 unless configured), else passes. Retrieval is recorded per region, so a replica is judged by its own. A secret that another AWS service owns has no verdict, because it is not yours to delete.',
  fix: {
    text: 'Delete secrets that nobody retrieves, with a window in which they can come back.',
    console: [
      'Open AWS Secrets Manager, choose the secret, and see Last retrieved.',
      'Ask the owner that the tags name whether anything still depends on it.',
      'Choose Actions and Delete secret, with a waiting period of 30 days.',
      'Restore it within that period if something breaks.',
    ],
    cli: 'aws secretsmanager delete-secret --secret-id <secret> --recovery-window-in-days 30',
    terraform: `# Remove the block from the configuration; the window lets you restore the secret.
resource "aws_secretsmanager_secret" "old" {
  name                    = "old"
  recovery_window_in_days = 30
}`,
  },
  source:
    'https://docs.aws.amazon.com/secretsmanager/latest/userguide/monitoring_unused-secrets.html',
  links: ['https://docs.aws.amazon.com/secretsmanager/latest/userguide/manage_delete-secret.html'],
  over: 'secrets',
  needs: [],
  config: { max_days_secret_unused: 90 },
  judge: (secret, { now, config: { max_days_secret_unused: max } }) => {
    const { name, owning_service, accessed_at, created_at } = secret
    if (owning_service !== null) return []
    const days = daysSince(accessed_at ?? created_at, now)
    const what = accessed_at === null ? 'was made and never retrieved since' : 'was last retrieved'
    return days > max
      ? fail(`The secret ${name} ${what}, ${days} days ago, more than ${max}.`)
      : pass(`The secret ${name} ${what}, ${days} of at most ${max} days ago.`)
  },
})
