import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'documentdb_cluster_deletion_protection',
  title: 'DocumentDB cluster has deletion protection enabled',
  description: 'Reads whether deletion protection is enabled for each DocumentDB cluster.',
  risk: 'A mistake, a wrong script or an attacker with stolen credentials can delete all documents and the automated backups.',
  decision:
    'Passes if deletion protection is on for the cluster, which is the console default. Fails if it is off, which is the API default.',
  fix: {
    text: 'Enable deletion protection for the DocumentDB cluster.',
    console: [
      'Open Amazon DocumentDB, choose Clusters, select the cluster, and choose Actions, then Modify.',
      'Under Deletion protection, turn on Enable deletion protection.',
      'Choose Continue, Apply immediately, and Modify cluster.',
    ],
    cli: 'aws docdb modify-db-cluster --db-cluster-identifier <cluster> --deletion-protection --apply-immediately',
    terraform: `resource "aws_docdb_cluster" "catalogue" {
  cluster_identifier          = "catalogue"
  master_username             = "larkspur"
  manage_master_user_password = true
  deletion_protection         = true
}`,
  },
  source: 'https://docs.aws.amazon.com/documentdb/latest/developerguide/db-cluster-delete.html',
  over: 'clusters',
  needs: ['deletion_protection'],
  judge: ({ name, deletion_protection: on }) =>
    on
      ? pass(`DocumentDB cluster ${name} has deletion protection enabled.`)
      : fail(`DocumentDB cluster ${name} does not have deletion protection enabled.`),
})
