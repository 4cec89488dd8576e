import { fail, pass } from '../../../kit/index.ts'
import { knowsIam } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_iam_authentication_enabled',
  title: 'Database instance lets IAM sign people in',
  description:
    'Reads whether users of each MySQL, MariaDB or PostgreSQL instance can sign in with short-lived tokens of IAM instead of passwords.',
  risk: 'Passwords of databases end up in code and chats, are shared, and stay valid long after their owners have left.',
  decision:
    'Passes when IAM authentication is on and fails when it is off. Engines that lack it (Oracle, SQL Server, Db2, RDS Custom, MariaDB before 10.6) and members of clusters, whose cluster holds the setting, give no finding.',
  fix: {
    text: 'Turn on IAM authentication, and give people database users that sign in with tokens.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Database authentication, choose Password and IAM database authentication.',
      'Choose Continue and Apply immediately, then make the database users that sign in with it.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --enable-iam-database-authentication --apply-immediately',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                          = "orders"
  engine                              = "postgres"
  instance_class                      = "db.m7g.large"
  allocated_storage                   = 100
  username                            = "larkspur"
  manage_master_user_password         = true
  iam_database_authentication_enabled = true
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/UsingWithRDS.IAMDBAuth.html',
  over: 'instances',
  needs: ['iam_authentication'],
  judge: ({ name, engine, engine_version: version, cluster, iam_authentication: on }) => {
    if (cluster !== null || !knowsIam(engine, version)) return []
    return on
      ? pass(`The instance ${name} accepts tokens of IAM.`)
      : fail(`The instance ${name} knows users by password only, not by IAM.`)
  },
})
