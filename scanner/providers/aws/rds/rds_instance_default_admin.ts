import { fail, pass } from '../../../kit/index.ts'
import { isUsualAdmin } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_default_admin',
  title: 'RDS DB instance uses a custom master username',
  description:
    'Reads the master username of each DB instance that is not a cluster member. The master user has all privileges that RDS allows.',
  risk: 'With a default username, an attacker only needs to guess the password of the most powerful user.',
  decision:
    'Fails if the master username is admin or postgres, in any case. Passes with any other name. Cluster members give no finding.',
  fix: {
    text: 'Create a new DB instance with another master username and migrate the data. RDS cannot rename the master user.',
    console: [
      'Open Aurora and RDS, choose Create database, and choose the engine.',
      'Under Credentials settings, enter a master username other than the suggested one.',
      'Dump the old database, load it into the new one, and switch the applications.',
    ],
    cli: 'aws rds create-db-instance --db-instance-identifier <new-instance> --engine <engine> --db-instance-class <class> --allocated-storage 100 --master-username <name> --manage-master-user-password',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur_root"
  manage_master_user_password = true
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/UsingWithRDS.MasterAccounts.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/rds-controls.html'],
  over: 'instances',
  needs: ['admin'],
  judge: ({ name, cluster, admin }) => {
    if (cluster !== null) return []
    return isUsualAdmin(admin)
      ? fail(`DB instance ${name} uses the default master username ${admin}.`)
      : pass(`DB instance ${name} uses a custom master username.`)
  },
})
