import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_iam_authentication_enabled',
  title: 'Database cluster lets IAM sign people in',
  description:
    'Reads whether users of each Aurora or Multi-AZ cluster can sign in with short-lived tokens of IAM.',
  risk: 'Long-lived database passwords are copied from person to person, cannot be tied to one of them, and survive their leaving.',
  decision:
    'Passes when IAM authentication is on for the cluster and fails when it is off. The first Aurora Serverless, which lacks it, gives no finding.',
  fix: {
    text: 'Turn on IAM authentication of the cluster, and move people and programs to tokens.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'Under Database authentication, turn on IAM database authentication.',
      'Choose Continue and Apply immediately.',
      'Make database users that sign in with IAM, and allow rds-db:connect to their roles.',
    ],
    cli: 'aws rds modify-db-cluster --db-cluster-identifier <cluster> --enable-iam-database-authentication --apply-immediately',
    terraform: `resource "aws_rds_cluster" "ledger" {
  cluster_identifier                  = "ledger"
  engine                              = "aurora-mysql"
  master_username                     = "larkspur"
  manage_master_user_password         = true
  iam_database_authentication_enabled = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/UsingWithRDS.IAMDBAuth.html',
  over: 'clusters',
  needs: ['iam_authentication'],
  judge: ({ name, engine_mode: mode, iam_authentication: on }) => {
    if (mode === 'serverless') return []
    return on
      ? pass(`The cluster ${name} accepts tokens of IAM.`)
      : fail(`The cluster ${name} knows users by password only, not by IAM.`)
  },
})
