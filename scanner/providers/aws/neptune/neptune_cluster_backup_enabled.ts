import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_backup_enabled',
  title: 'Neptune cluster keeps its backups long enough',
  description:
    'Reads for how many days the automatic backups of each Neptune cluster are kept, within which the graph can be restored to any moment.',
  risk: 'Damage that is found after the weekend is older than the oldest backup, and the graph cannot be brought back.',
  decision:
    'Passes when backups are kept for `minimum_backup_retention_period` days or more (7 unless configured). Fails when they are kept for less.',
  config: { minimum_backup_retention_period: 7 },
  fix: {
    text: 'Keep the automatic backups of the Neptune cluster for at least seven days.',
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
    const kept = `The Neptune cluster ${name} keeps automatic backups for ${days} of at least ${minimum} days`
    return days >= minimum ? pass(`${kept}.`) : fail(`${kept}: too few.`)
  },
})
