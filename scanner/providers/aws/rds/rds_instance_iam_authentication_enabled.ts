import { fail, pass } from '../../../kit/index.ts'
import { knowsIam } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_iam_authentication_enabled',
  title: 'RDS DB instance has IAM authentication enabled',
  description:
    'Reads whether each MySQL, MariaDB or PostgreSQL DB instance accepts short-lived IAM tokens instead of passwords.',
  risk: 'Database passwords are copied to code and chats, are shared, and remain valid after their owners leave.',
  decision:
    'Passes if IAM authentication is on. Fails if it is off. Engines that do not support it (Oracle, SQL Server, Db2, RDS Custom, MariaDB before 10.6) give no finding. Cluster members give no finding, because the setting belongs to the cluster.',
  fix: {
    text: 'Enable IAM authentication, and create database users that sign in with tokens.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Database authentication, choose Password and IAM database authentication.',
      'Choose Continue and Apply immediately, then create the database users that sign in with IAM.',
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
      ? pass(`DB instance ${name} has IAM authentication enabled.`)
      : fail(`DB instance ${name} does not have IAM authentication enabled.`)
  },
})
