import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_encrypted_at_rest',
  title: 'Redshift cluster has encryption at rest enabled',
  description: 'Reads whether the disks and snapshots of each cluster are encrypted.',
  risk: 'An attacker with access to a disk or a snapshot can read the entire data warehouse.',
  decision:
    'Passes if the cluster is encrypted, with any key. Fails if it is not. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Encrypt the cluster with a KMS key.',
    console: [
      'Open Amazon Redshift, choose Clusters, and choose the cluster.',
      'On the Properties tab, under Database configurations, choose Edit and Edit encryption.',
      'Choose an AWS KMS key and choose Save changes. The cluster migrates its data and can be slow during this time.',
    ],
    cli: 'aws redshift modify-cluster --cluster-identifier <cluster> --encrypted --kms-key-id <key>',
    terraform: `resource "aws_redshift_cluster" "reports" {
  cluster_identifier     = "reports"
  node_type              = "ra3.large"
  database_name          = "reports"
  master_username        = "warehouse_admin"
  manage_master_password = true
  encrypted              = true
  kms_key_id             = aws_kms_key.warehouse.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/redshift/latest/mgmt/working-with-db-encryption.html',
  links: ['https://docs.aws.amazon.com/redshift/latest/mgmt/changing-cluster-encryption.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, status, encrypted }) => {
    if (isPassing(status)) return []
    return known(encrypted, 'redshift:DescribeClusters')
      ? pass(`Cluster ${name} has encryption at rest enabled.`)
      : fail(`Cluster ${name} does not have encryption at rest enabled.`)
  },
})
