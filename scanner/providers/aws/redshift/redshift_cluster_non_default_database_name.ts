import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_non_default_database_name',
  title: 'Redshift cluster uses a custom database name',
  description: 'Reads the name of the database that was created with each cluster.',
  risk: 'Attack scripts try the default database name first.',
  decision:
    'Fails if the first database is named dev, which is the default name. Passes with any other name. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Create a cluster with another database name, and migrate the data.',
    console: [
      'Open Amazon Redshift and choose Create cluster.',
      'Under Database configurations, enter a Database name other than dev. It cannot be changed later.',
      'Unload the data from the old cluster to S3 and load it into the new one.',
      'Switch the clients to the new cluster and delete the old one.',
    ],
    cli: 'aws redshift create-cluster --cluster-identifier <cluster> --db-name <database> --node-type <type> --master-username <name> --manage-master-password',
    terraform: `resource "aws_redshift_cluster" "reports" {
  cluster_identifier     = "reports"
  database_name          = "reports"
  node_type              = "ra3.large"
  master_username        = "warehouse_admin"
  manage_master_password = true
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/redshift-controls.html',
  over: 'clusters',
  needs: [],
  judge: ({ name, status, database }) => {
    if (isPassing(status)) return []
    const first = known(database, 'redshift:DescribeClusters')
    return first === 'dev'
      ? fail(`Cluster ${name} uses the default database name dev.`)
      : pass(`Cluster ${name} uses the custom database name ${first}.`)
  },
})
