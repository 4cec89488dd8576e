import { fail, manual, pass } from '../../../kit/index.ts'
import { isAtLeast } from './engines.ts'
import { check, type Transport } from './resources.ts'

/** MariaDB refuses plain connections by itself since 11.8. */
const refuses = (engine: string, version: string, { value }: Transport): boolean =>
  value === null
    ? engine === 'mariadb' && isAtLeast(version, 11, 8)
    : /^(1|on|true|required)$/i.test(value)

export default check({
  id: 'rds_instance_transport_encrypted',
  title: 'Database instance refuses unencrypted connections',
  description:
    'Reads the setting that makes encryption a must: the parameter rds.force_ssl of PostgreSQL and SQL Server or require_secure_transport of MySQL and MariaDB, for members of a cluster in the cluster’s group, and SQLNET.ENCRYPTION_SERVER in Oracle’s option group.',
  risk: 'A client that does not ask for encryption sends its password, its queries and their results in plain text over every network between it and the database.',
  decision:
    'Passes when the parameter is 1 or ON, or Oracle’s setting REQUIRED, and its group is wholly in force; also when MariaDB 11.8 or later leaves the parameter at its default. Fails when it is anything else or not set: Oracle’s option SSL alone leaves the plain port open. MANUAL when it is on but some of the group waits for a reboot or is still being applied, and for Db2 and RDS Custom, whose settings are not read.',
  fix: {
    text: 'Set the parameter to 1 in a parameter group of your own and give that group to the instance or its cluster.',
    console: [
      'Open Aurora and RDS, choose Parameter groups, and choose the group that the instance or its cluster uses; make one of your own if it is a default group.',
      'Choose Edit, search for rds.force_ssl or require_secure_transport, set it to 1, and save.',
      'If the instance shows pending-reboot at its parameter group, reboot it.',
    ],
    cli: "aws rds modify-db-parameter-group --db-parameter-group-name <group> --parameters 'ParameterName=rds.force_ssl,ParameterValue=1,ApplyMethod=pending-reboot'",
    terraform: `resource "aws_db_parameter_group" "orders" {
  name   = "orders-16"
  family = "postgres16"

  parameter {
    name         = "rds.force_ssl"
    value        = "1"
    apply_method = "pending-reboot"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/UsingWithRDS.SSL.html',
  links: [
    'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/PostgreSQL.Concepts.General.SSL.html',
    'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/mysql-ssl-connections.require-ssl.html',
    'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/mariadb-ssl-connections.require-ssl.html',
  ],
  over: 'instances',
  needs: ['transport'],
  judge: ({ name, engine, engine_version: version, transport }) => {
    if (transport === null)
      return manual(
        `RDS shows of ${engine} no setting that refuses plain connections: look into ${name} itself.`,
      )
    const { group, setting, in_force: inForce } = transport
    if (!refuses(engine, version, transport))
      return fail(
        `Nothing makes the instance ${name} refuse plain connections: ${setting} is not on in ${group}.`,
      )
    return inForce
      ? pass(`The instance ${name} refuses plain connections by ${setting} in ${group}.`)
      : manual(
          `${setting} is on in ${group}, but some of that group is not in force on ${name} yet: look whether this is.`,
        )
  },
})
