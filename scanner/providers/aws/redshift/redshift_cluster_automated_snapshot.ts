import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_automated_snapshot',
  title: 'Cluster takes snapshots by itself',
  description:
    'Reads for how many days the automated snapshots of each cluster are kept, which is zero where none are taken.',
  risk: 'After a failure, a wrong statement or sabotage, the data is as old as the last snapshot that somebody took by hand.',
  decision:
    'Passes when automated snapshots are kept for one day or more, fails when the period is 0. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Keep automated snapshots for at least seven days.',
    console: [
      'Open Amazon Redshift, choose Clusters, and choose the cluster.',
      'On the tab Maintenance, under Backup details, choose Edit.',
      'Put the number of days for Automated snapshot retention and choose Save changes.',
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
      ? pass(`The cluster ${name} keeps automated snapshots for ${days} days.`)
      : fail(`The cluster ${name} takes no automated snapshots.`)
  },
})
