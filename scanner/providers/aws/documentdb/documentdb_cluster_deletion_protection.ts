import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'documentdb_cluster_deletion_protection',
  title: 'DocumentDB cluster is protected from deletion',
  description:
    'Reads whether each DocumentDB cluster refuses to be deleted until somebody has turned the protection off.',
  risk: 'A wrong click, a wrong script or a thief with a key removes all documents, and the automatic backups too.',
  decision:
    'Passes when deletion protection is on for the cluster, as the console sets it. Fails when it is off, as the API leaves it.',
  fix: {
    text: 'Turn on deletion protection of the DocumentDB cluster.',
    console: [
      'Open Amazon DocumentDB, choose Clusters, select the cluster, and choose Actions, Modify.',
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
      ? pass(`The DocumentDB cluster ${name} cannot be deleted until its protection is lifted.`)
      : fail(`The DocumentDB cluster ${name} can be deleted by one call.`),
})
