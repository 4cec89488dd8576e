import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { check } from './resources.ts'

export default check({
  id: 'secretsmanager_secret_unused',
  title: 'Secrets Manager secret is in use',
  description: 'Reads the day on which each secret was last retrieved in its region.',
  risk: 'An unused secret still grants access, costs money, and is not monitored.',
  decision:
    'Fails if the last retrieval, or the creation of a secret that was never retrieved, is more than `max_days_secret_unused` days ago (90 by default). Otherwise passes. Retrieval is recorded per region, so a replica is judged by its own retrievals. A secret that another AWS service manages gives no finding, because you cannot delete it.',
  fix: {
    text: 'Delete secrets that are not retrieved, with a recovery window.',
    console: [
      'Open AWS Secrets Manager, choose the secret, and see Last retrieved.',
      'Ask the owner in the tags whether any program still depends on the secret.',
      'Choose Actions and Delete secret, with a waiting period of 30 days.',
      'Restore the secret within that period if a program fails.',
    ],
    cli: 'aws secretsmanager delete-secret --secret-id <secret> --recovery-window-in-days 30',
    terraform: `# Remove the block from the configuration. The recovery window allows you to restore the secret.
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
    const what =
      accessed_at === null ? 'was not retrieved since its creation' : 'was last retrieved'
    return days > max
      ? fail(`Secret ${name} ${what} ${days} days ago, which exceeds the limit of ${max} days.`)
      : pass(`Secret ${name} ${what} ${days} days ago, within the limit of ${max} days.`)
  },
})
