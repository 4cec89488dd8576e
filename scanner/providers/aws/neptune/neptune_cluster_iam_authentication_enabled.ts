import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_iam_authentication_enabled',
  title: 'Neptune cluster has IAM authentication enabled',
  description:
    'Reads whether requests to each Neptune cluster must be signed with IAM credentials. Neptune does not have database users.',
  risk: 'Any client with network access to the port can read and change the entire graph without authentication.',
  decision:
    'Passes if IAM authentication is on for the cluster. Fails if it is off, which leaves network access as the only restriction.',
  fix: {
    text: 'Enable IAM authentication after clients are configured to sign their requests.',
    console: [
      'Open Amazon Neptune, choose Databases, then the cluster, and choose Modify.',
      'Turn on IAM DB authentication.',
      'Choose Continue, Apply immediately, and Modify cluster.',
      'Allow neptune-db actions for the roles that query the graph.',
    ],
    cli: 'aws neptune modify-db-cluster --db-cluster-identifier <cluster> --enable-iam-database-authentication --apply-immediately',
    terraform: `resource "aws_neptune_cluster" "friends" {
  cluster_identifier                  = "friends"
  engine                              = "neptune"
  iam_database_authentication_enabled = true
}`,
  },
  source: 'https://docs.aws.amazon.com/neptune/latest/userguide/iam-auth.html',
  links: ['https://docs.aws.amazon.com/neptune/latest/userguide/iam-auth-enable.html'],
  over: 'clusters',
  needs: ['iam_authentication'],
  judge: ({ name, iam_authentication: on }) =>
    on
      ? pass(`Neptune cluster ${name} has IAM authentication enabled.`)
      : fail(`Neptune cluster ${name} does not have IAM authentication enabled.`),
})
