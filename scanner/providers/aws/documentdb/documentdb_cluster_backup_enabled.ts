import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'documentdb_cluster_backup_enabled',
  title: 'DocumentDB cluster has a sufficient backup retention period',
  description: 'Reads the retention period of the automated backups of each DocumentDB cluster.',
  risk: 'With only one or two days of backups, a faulty job that is not noticed immediately corrupts the last good backup.',
  decision:
    'Passes if automated backups are kept for at least `minimum_backup_retention_period` days (7 by default). Fails if they are kept for less. Automated backups cannot be turned off.',
  config: { minimum_backup_retention_period: 7 },
  fix: {
    text: 'Keep the automated backups of the DocumentDB cluster for at least seven days.',
    console: [
      'Open Amazon DocumentDB, choose Clusters, select the cluster, and choose Actions, then Modify.',
      'Under Backup, set the Backup retention period to 7 days or more.',
      'Choose Continue, Apply immediately, and Modify cluster.',
    ],
    cli: 'aws docdb modify-db-cluster --db-cluster-identifier <cluster> --backup-retention-period 14 --apply-immediately',
    terraform: `resource "aws_docdb_cluster" "catalogue" {
  cluster_identifier          = "catalogue"
  master_username             = "larkspur"
  manage_master_user_password = true
  backup_retention_period     = 14
}`,
  },
  source: 'https://docs.aws.amazon.com/documentdb/latest/developerguide/backup_restore.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/documentdb-controls.html'],
  over: 'clusters',
  needs: ['backup_days'],
  judge: (
    { name, backup_days: days },
    { config: { minimum_backup_retention_period: minimum } },
  ) => {
    const kept = `The backup retention period of DocumentDB cluster ${name} is ${days} (minimum: ${minimum} days)`
    return days >= minimum ? pass(`${kept}.`) : fail(`${kept}, which is too short.`)
  },
})
