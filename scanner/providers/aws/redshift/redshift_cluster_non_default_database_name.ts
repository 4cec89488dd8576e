import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_non_default_database_name',
  title: 'Cluster’s first database has a name of its own',
  description: 'Reads the name of the database that each cluster was made with.',
  risk: 'Scripts that try everyone’s clusters know the usual name and need not look for another.',
  decision:
    'Fails when the first database is called dev, the name that a cluster gets when nobody chooses one. Passes with any other name. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Make a cluster whose first database has another name, and move the data there.',
    console: [
      'Open Amazon Redshift and choose Create cluster.',
      'Under Database configurations put a Database name that is not dev; it cannot be changed later.',
      'Unload the data from the old cluster to S3 and load it into the new one.',
      'Point the clients at it and delete the old cluster.',
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
      ? fail(`The first database of the cluster ${name} is called dev.`)
      : pass(`The first database of the cluster ${name} is called ${first}.`)
  },
})
