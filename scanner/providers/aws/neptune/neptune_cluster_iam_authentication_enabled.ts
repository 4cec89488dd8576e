import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_iam_authentication_enabled',
  title: 'Neptune cluster asks IAM who may query it',
  description:
    'Reads whether requests to each Neptune cluster have to be signed with credentials of IAM; Neptune has no users of its own.',
  risk: 'Whoever reaches the port over the network may read and change the whole graph, without a name and without a password.',
  decision:
    'Passes when IAM authentication is on for the cluster. Fails when it is off, which leaves only the network to keep people out.',
  fix: {
    text: 'Turn on IAM authentication, after clients have learned to sign their requests.',
    console: [
      'Open Amazon Neptune, choose Databases, then the cluster, and choose Modify.',
      'Turn on IAM DB authentication.',
      'Choose Continue, Apply immediately, and Modify cluster.',
      'Allow neptune-db actions to the roles that query the graph.',
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
      ? pass(`The Neptune cluster ${name} takes only requests that IAM has signed.`)
      : fail(`The Neptune cluster ${name} answers everybody who reaches its port.`),
})
