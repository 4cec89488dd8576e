import { fail, pass } from '../../../kit/index.ts'
import { isUsualAdmin } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_default_admin',
  title: 'Database instance has a master user of its own name',
  description:
    'Reads the name of the master user of each instance that stands alone, who may do everything that RDS allows in it.',
  risk: 'Whoever guesses passwords need not guess the name as well, and finds the most powerful user first.',
  decision:
    'Fails when the master user is called admin or postgres, whatever the case. Passes with any other name. Members of clusters, and instances whose answer names no master user, give no finding.',
  fix: {
    text: 'Make a new instance with another master user and move the data there; RDS cannot rename it.',
    console: [
      'Open Aurora and RDS, choose Create database, and choose the engine.',
      'Under Credentials settings, enter a master username that is not the proposed one.',
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
  needs: [],
  judge: ({ name, cluster, admin }) => {
    if (cluster !== null || admin === null) return []
    return isUsualAdmin(admin)
      ? fail(`The master user of the instance ${name} is called ${admin}.`)
      : pass(`The instance ${name} has a master user of its own name.`)
  },
})
