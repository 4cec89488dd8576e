import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_backup_enabled',
  title: 'Database instance is backed up every day',
  description:
    'Reads for how many days RDS keeps the automatic backups of each instance that stands alone, from which it can be restored to any moment within them.',
  risk: 'After a deletion, a bad release or ransomware there is nothing to go back to but what somebody happened to save by hand.',
  decision:
    'Passes when backups are kept for one day or more and fails when the number is 0, which turns them off. Read replicas are judged only when `check_rds_instance_replicas` is true (false unless configured). Members of clusters give no finding: a cluster’s backups cannot be turned off.',
  config: { check_rds_instance_replicas: false },
  fix: {
    text: 'Keep automatic backups for at least seven days.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Backup, choose a Backup retention period of 7 days or more and a window when little happens.',
      'Choose Continue and apply it; going from 0 to more restarts the instance.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --backup-retention-period 14',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur"
  manage_master_user_password = true
  backup_retention_period     = 14
  backup_window               = "01:00-02:00"
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_WorkingWithAutomatedBackups.html',
  over: 'instances',
  needs: ['backup_days'],
  judge: (
    { name, cluster, replica_of: origin, backup_days: days },
    { config: { check_rds_instance_replicas: replicasToo } },
  ) => {
    if (cluster !== null || (origin !== null && !replicasToo)) return []
    return days > 0
      ? pass(
          `The instance ${name} keeps automatic backups for ${days === 1 ? 'a day' : `${days} days`}.`,
        )
      : fail(`The instance ${name} has no automatic backups.`)
  },
})
