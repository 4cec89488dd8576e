import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_multi_az_enabled',
  title: 'Cluster runs in two availability zones',
  description: 'Reads whether each cluster is a Multi-AZ deployment.',
  risk: 'When its zone fails, the warehouse is away until a new cluster is restored elsewhere.',
  decision:
    'Passes when Multi-AZ is enabled, fails when it is disabled, also for node types that do not offer it. An answer that leaves the setting out gives no verdict but a gap in coverage. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on Multi-AZ, on RA3 nodes.',
    console: [
      'Open Amazon Redshift, choose Clusters, and choose an encrypted cluster with RA3 nodes.',
      'Choose Actions and Activate Multi-AZ.',
      'Choose Activate Multi-AZ again; the cluster then has compute in a second zone, which is billed.',
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
      ? pass(`The cluster ${name} runs in two availability zones.`)
      : fail(`The cluster ${name} runs in one availability zone.`)
  },
})
