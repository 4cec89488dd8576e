import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_automatic_upgrades',
  title: 'Cluster takes new engine versions by itself',
  description:
    'Reads whether each cluster may be upgraded to a new version of the engine in its maintenance window.',
  risk: 'A cluster that stays behind keeps the holes that later versions closed.',
  decision:
    'Passes when version upgrades are allowed, fails when they are not. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Allow version upgrades.',
    console: [
      'Open Amazon Redshift, choose Clusters, and choose the cluster.',
      'On the tab Maintenance, under Maintenance, choose Edit.',
      'Choose a window in which a restart does not hurt, turn on version upgrades, and choose Save changes.',
    ],
    cli: 'aws redshift modify-cluster --cluster-identifier <cluster> --allow-version-upgrade',
    terraform: `resource "aws_redshift_cluster" "reports" {
  cluster_identifier           = "reports"
  node_type                    = "ra3.large"
  database_name                = "reports"
  master_username              = "warehouse_admin"
  manage_master_password       = true
  allow_version_upgrade        = true
  preferred_maintenance_window = "sun:03:00-sun:04:00"
}`,
  },
  source: 'https://docs.aws.amazon.com/redshift/latest/mgmt/working-with-clusters.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/redshift-controls.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, status, upgrades }) => {
    if (isPassing(status)) return []
    return known(upgrades, 'redshift:DescribeClusters')
      ? pass(`The cluster ${name} takes new engine versions by itself.`)
      : fail(`The cluster ${name} does not take new engine versions by itself.`)
  },
})
