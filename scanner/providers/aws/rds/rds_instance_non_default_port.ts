import { fail, pass } from '../../../kit/index.ts'
import { usualPort } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_non_default_port',
  title: 'RDS DB instance does not use a default port',
  description:
    'Reads the port of each DB instance that is not a cluster member, and compares it with the default port of the engine.',
  risk: 'Automated scans try default ports first. A firewall rule that allows a default port by habit also exposes this database.',
  decision:
    'Fails if the port is the default port of the engine: 3306 for MySQL and MariaDB, 5432 for PostgreSQL, 1521 for Oracle, 1433 for SQL Server, 50000 for Db2. Passes if it is another port. Cluster members, instances without an endpoint and engines without a known default port give no finding.',
  fix: {
    text: 'Change the port of the instance, and update its clients and security groups.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Connectivity, Additional configuration, enter another Database port.',
      'Update the security groups and the clients, then apply the change. The instance restarts.',
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
  needs: ['port'],
  judge: ({ name, engine, cluster, port }) => {
    const usual = usualPort(engine)
    if (cluster !== null || port === null || usual === null) return []
    return port === usual
      ? fail(`DB instance ${name} uses port ${port}, the default port of ${engine}.`)
      : pass(`DB instance ${name} uses port ${port} instead of the default port ${usual}.`)
  },
})
