import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_backup_enabled',
  title: 'RDS DB instance has automated backups enabled',
  description:
    'Reads the backup retention period of each DB instance that is not a cluster member. RDS can restore an instance to any time within this period.',
  risk: 'After a deletion, a faulty release or ransomware, data can be restored only from manual snapshots.',
  decision:
    'Passes if the retention period is one day or more. Fails if it is 0, which turns automated backups off. Read replicas are checked only if `check_rds_instance_replicas` is true (false by default). Cluster members give no finding, because backups of a cluster cannot be turned off.',
  config: { check_rds_instance_replicas: false },
  fix: {
    text: 'Set the backup retention period to at least seven days.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Backup, choose a Backup retention period of 7 days or more and a window with little load.',
      'Choose Continue and apply the change. A change from 0 to a higher value restarts the instance.',
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
          `DB instance ${name} keeps automated backups for ${days === 1 ? 'a day' : `${days} days`}.`,
        )
      : fail(`DB instance ${name} has automated backups off.`)
  },
})
