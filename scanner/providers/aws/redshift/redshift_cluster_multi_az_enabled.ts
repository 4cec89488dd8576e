import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_multi_az_enabled',
  title: 'Redshift cluster is a Multi-AZ deployment',
  description: 'Reads whether Multi-AZ is enabled for each cluster.',
  risk: 'If the Availability Zone fails, the data warehouse is unavailable until a new cluster is restored elsewhere.',
  decision:
    'Passes if Multi-AZ is enabled. Fails if it is disabled, including for node types that do not support it. A cluster without this setting in the response is reported as a coverage gap. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Activate Multi-AZ on RA3 nodes.',
    console: [
      'Open Amazon Redshift, choose Clusters, and choose an encrypted cluster with RA3 nodes.',
      'Choose Actions and Activate Multi-AZ.',
      'Choose Activate Multi-AZ again. The cluster then has compute resources in a second Availability Zone, which are billed.',
    ],
    cli: 'aws redshift modify-cluster --cluster-identifier <cluster> --multi-az',
    terraform: `resource "aws_redshift_cluster" "reports" {
  cluster_identifier     = "reports"
  node_type              = "ra3.4xlarge"
  number_of_nodes        = 2
  database_name          = "reports"
  master_username        = "warehouse_admin"
  manage_master_password = true
  encrypted              = true
  multi_az               = true
}`,
  },
  source: 'https://docs.aws.amazon.com/redshift/latest/mgmt/managing-cluster-multi-az.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/redshift-controls.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, status, multi_az }) => {
    if (isPassing(status)) return []
    return known(multi_az, 'redshift:DescribeClusters')
      ? pass(`Cluster ${name} runs in two Availability Zones.`)
      : fail(`Cluster ${name} runs in one Availability Zone.`)
  },
})
