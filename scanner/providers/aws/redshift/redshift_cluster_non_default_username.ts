import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_non_default_username',
  title: 'Cluster’s admin has a name of its own',
  description: 'Reads the name of the administrator that each cluster was made with.',
  risk: 'A name that every guide shows leaves an attacker only the password to guess.',
  decision:
    'Fails when the administrator is called awsuser, the name that the console proposes. Passes with any other name. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Make a cluster with another administrator’s name and move the data there.',
    console: [
      'Open Amazon Redshift, choose Clusters, choose the cluster, and take a snapshot.',
      'Choose Create cluster and put an Admin user name that is not awsuser, because the name of a cluster cannot be changed.',
      'Unload the data to S3, load it into the new cluster, and point the clients there.',
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
      ? fail(`The administrator of the cluster ${name} is called awsuser.`)
      : pass(`The administrator of the cluster ${name} is called ${administrator}.`)
  },
})
