import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_automatic_upgrades',
  title: 'Redshift cluster has automatic version upgrades enabled',
  description:
    'Reads whether each cluster can be upgraded to a new engine version in its maintenance window.',
  risk: 'A cluster without upgrades keeps vulnerabilities that later versions fix.',
  decision:
    'Passes if version upgrades are allowed. Fails if they are not. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Allow version upgrades for the cluster.',
    console: [
      'Open Amazon Redshift, choose Clusters, and choose the cluster.',
      'On the Maintenance tab, under Maintenance, choose Edit.',
      'Choose a maintenance window with little load, turn on version upgrades, and choose Save changes.',
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
      ? pass(`Cluster ${name} has automatic version upgrades enabled.`)
      : fail(`Cluster ${name} does not have automatic version upgrades enabled.`)
  },
})
