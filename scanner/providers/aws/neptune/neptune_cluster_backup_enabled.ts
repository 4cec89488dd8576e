import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_backup_enabled',
  title: 'Neptune cluster has a sufficient backup retention period',
  description:
    'Reads the retention period of the automated backups of each Neptune cluster. The cluster can be restored to any time within this period.',
  risk: 'Data corruption that is detected later than the oldest backup cannot be repaired by a restore.',
  decision:
    'Passes if backups are kept for `minimum_backup_retention_period` days or more (7 by default). Fails if they are kept for less.',
  config: { minimum_backup_retention_period: 7 },
  fix: {
    text: 'Keep the automated backups of the Neptune cluster for at least seven days.',
    console: [
      'Open Amazon Neptune, choose Databases, then the cluster, and choose Modify.',
      'Set Backup retention period to 7 days or more.',
      'Choose Continue, Apply immediately, and Modify cluster.',
    ],
    cli: 'aws neptune modify-db-cluster --db-cluster-identifier <cluster> --backup-retention-period 14 --apply-immediately',
    terraform: `resource "aws_neptune_cluster" "friends" {
  cluster_identifier      = "friends"
  engine                  = "neptune"
  backup_retention_period = 14
}`,
  },
  source: 'https://docs.aws.amazon.com/neptune/latest/userguide/backup-restore-overview.html',
  over: 'clusters',
  needs: ['backup_days'],
  judge: (
    { name, backup_days: days },
    { config: { minimum_backup_retention_period: minimum } },
  ) => {
    const kept = `The backup retention period of Neptune cluster ${name} is ${days} (minimum: ${minimum} days)`
    return days >= minimum ? pass(`${kept}.`) : fail(`${kept}, which is too short.`)
  },
})
