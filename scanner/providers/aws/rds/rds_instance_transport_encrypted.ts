import { fail, manual, pass } from '../../../kit/index.ts'
import { isAtLeast } from './engines.ts'
import { check, type Transport } from './resources.ts'

/** MariaDB rejects unencrypted connections by default since 11.8. */
const refuses = (engine: string, version: string, { value }: Transport): boolean =>
  value === null
    ? engine === 'mariadb' && isAtLeast(version, 11, 8)
    : /^(1|on|true|required)$/i.test(value)

export default check({
  id: 'rds_instance_transport_encrypted',
  title: 'RDS DB instance requires encrypted connections',
  description:
    'Reads the setting that requires encryption: the parameter rds.force_ssl of PostgreSQL and SQL Server, require_secure_transport of MySQL and MariaDB, and SQLNET.ENCRYPTION_SERVER in the option group of Oracle. For cluster members, the parameter is read from the cluster parameter group.',
  risk: 'A client that does not request encryption sends its password, queries and results in plaintext over the network.',
  decision:
    'Passes if the parameter is 1 or ON, or the Oracle setting is REQUIRED, and the entire group is applied. Passes if MariaDB 11.8 or later uses the default value of the parameter. Fails if the setting has another value or is not set. The Oracle option SSL alone does not close the unencrypted port. MANUAL if the setting is on, but some of the group waits for a reboot or is still being applied. MANUAL for Db2 and RDS Custom, whose settings are not read.',
  fix: {
    text: 'Set the parameter to 1 in a custom parameter group and assign that group to the instance or its cluster.',
    console: [
      'Open Aurora and RDS, choose Parameter groups, and choose the group that the instance or its cluster uses. If it is a default group, create a custom group.',
      'Choose Edit, search for rds.force_ssl or require_secure_transport, set it to 1, and save.',
      'If the instance shows pending-reboot for its parameter group, reboot it.',
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
        `RDS does not return a setting of ${engine} that requires encrypted connections. Check the configuration of DB instance ${name}.`,
      )
    const { group, setting, in_force: inForce } = transport
    if (!refuses(engine, version, transport))
      return fail(
        `DB instance ${name} does not require encrypted connections: ${setting} is not on in ${group}.`,
      )
    return inForce
      ? pass(`DB instance ${name} requires encrypted connections by ${setting} in ${group}.`)
      : manual(
          `${setting} is on in ${group}, but some of that group is not yet applied to DB instance ${name}. Verify that this setting is.`,
        )
  },
})
