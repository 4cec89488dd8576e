import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_automated_snapshot',
  title: 'Redshift cluster has automated snapshots enabled',
  description:
    'Reads the retention period of the automated snapshots of each cluster. A period of 0 turns them off.',
  risk: 'After a failure, a wrong statement or sabotage, data can be restored only from the last manual snapshot.',
  decision:
    'Passes if automated snapshots are kept for one day or more. Fails if the period is 0. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Keep automated snapshots for at least seven days.',
    console: [
      'Open Amazon Redshift, choose Clusters, and choose the cluster.',
      'On the Maintenance tab, under Backup details, choose Edit.',
      'Enter the number of days for Automated snapshot retention and choose Save changes.',
    ],
    cli: 'aws redshift modify-cluster --cluster-identifier <cluster> --automated-snapshot-retention-period 7',
    terraform: `resource "aws_redshift_cluster" "reports" {
  cluster_identifier                  = "reports"
  node_type                           = "ra3.large"
  database_name                       = "reports"
  master_username                     = "warehouse_admin"
  manage_master_password              = true
  automated_snapshot_retention_period = 7
}`,
  },
  source: 'https://docs.aws.amazon.com/redshift/latest/mgmt/working-with-snapshots.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/redshift-controls.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, status, snapshot_days }) => {
    if (isPassing(status)) return []
    const days = known(snapshot_days, 'redshift:DescribeClusters')
    return days > 0
      ? pass(`Cluster ${name} keeps automated snapshots for ${days} days.`)
      : fail(`Cluster ${name} has automated snapshots off.`)
  },
})
