import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'documentdb_cluster_backup_enabled',
  title: 'DocumentDB cluster keeps its backups long enough',
  description:
    'Reads for how many days each DocumentDB cluster keeps the automatic backups that it can be restored from.',
  risk: 'With a day or two of backups, a faulty job that nobody notices at once overwrites the last good state of the documents.',
  decision:
    'Passes when automatic backups are kept for at least `minimum_backup_retention_period` days, 7 unless configured. Fails when it is fewer. They cannot be turned off altogether.',
  config: { minimum_backup_retention_period: 7 },
  fix: {
    text: 'Keep the automatic backups of the DocumentDB cluster for at least seven days.',
    console: [
      'Open Amazon DocumentDB, choose Clusters, select the cluster, and choose Actions, Modify.',
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
    const kept = `The DocumentDB cluster ${name} keeps automatic backups for ${days} of at least ${minimum} days`
    return days >= minimum ? pass(`${kept}.`) : fail(`${kept}: too few.`)
  },
})
