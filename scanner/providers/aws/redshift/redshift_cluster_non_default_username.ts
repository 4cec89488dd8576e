import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_non_default_username',
  title: 'Redshift cluster uses a custom admin username',
  description: 'Reads the admin username that was set when each cluster was created.',
  risk: 'With the documented default username, an attacker only needs to guess the password.',
  decision:
    'Fails if the admin username is awsuser, which the console suggests. Passes with any other name. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Create a cluster with another admin username and migrate the data.',
    console: [
      'Open Amazon Redshift, choose Clusters, choose the cluster, and create a snapshot.',
      'Choose Create cluster and enter an Admin user name other than awsuser. The name cannot be changed later.',
      'Unload the data to S3, load it into the new cluster, and switch the clients.',
      'Delete the old cluster.',
    ],
    cli: 'aws redshift create-cluster --cluster-identifier <cluster> --node-type <type> --master-username <name> --manage-master-password',
    terraform: `resource "aws_redshift_cluster" "reports" {
  cluster_identifier     = "reports"
  node_type              = "ra3.large"
  database_name          = "reports"
  master_username        = "warehouse_admin"
  manage_master_password = true
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/redshift-controls.html',
  over: 'clusters',
  needs: [],
  judge: ({ name, status, admin }) => {
    if (isPassing(status)) return []
    const administrator = known(admin, 'redshift:DescribeClusters')
    return administrator === 'awsuser'
      ? fail(`Cluster ${name} uses the default admin username awsuser.`)
      : pass(`Cluster ${name} uses the custom admin username ${administrator}.`)
  },
})
