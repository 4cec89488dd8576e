import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_iam_authentication_enabled',
  title: 'RDS DB cluster has IAM authentication enabled',
  description:
    'Reads whether each Aurora or Multi-AZ DB cluster accepts short-lived IAM tokens for database users.',
  risk: 'Long-lived database passwords are shared, cannot be traced to one person, and remain valid after people leave.',
  decision:
    'Passes if IAM authentication is on for the cluster. Fails if it is off. Aurora Serverless v1, which does not support it, gives no finding.',
  fix: {
    text: 'Enable IAM authentication for the cluster, and switch users and programs to tokens.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'Under Database authentication, turn on IAM database authentication.',
      'Choose Continue and Apply immediately.',
      'Create database users that sign in with IAM, and allow rds-db:connect for their roles.',
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
      ? pass(`Cluster ${name} has IAM authentication enabled.`)
      : fail(`Cluster ${name} does not have IAM authentication enabled.`)
  },
})
