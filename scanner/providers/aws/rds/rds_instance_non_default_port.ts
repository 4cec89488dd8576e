import { fail, pass } from '../../../kit/index.ts'
import { usualPort } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_non_default_port',
  title: 'Database instance listens on a port of its own',
  description:
    'Compares the port of each instance that stands alone with the one that its engine has by default.',
  risk: 'Scripts that look for databases try the known ports first, and a rule that opens such a port by habit opens this database too.',
  decision:
    'Fails when the port is the engine’s usual one: 3306 for MySQL and MariaDB, 5432 for PostgreSQL, 1521 for Oracle, 1433 for SQL Server, 50000 for Db2. Passes when it is another. Members of clusters, instances without an endpoint yet and engines without a known port give no finding.',
  fix: {
    text: 'Move the instance to another port, and its clients and security groups with it.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Connectivity, Additional configuration, enter another Database port.',
      'Change the security groups and the clients, then apply: the instance restarts.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --db-port-number 6432',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur"
  manage_master_user_password = true
  port                        = 6432
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/rds-controls.html',
  links: [
    'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/Overview.DBInstance.Modifying.html',
  ],
  over: 'instances',
  needs: [],
  judge: ({ name, engine, cluster, port }) => {
    const usual = usualPort(engine)
    if (cluster !== null || port === null || usual === null) return []
    return port === usual
      ? fail(`The instance ${name} listens on ${port}, the usual port of ${engine}.`)
      : pass(`The instance ${name} listens on ${port}, not on ${usual}.`)
  },
})
