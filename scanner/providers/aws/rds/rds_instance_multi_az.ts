import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_multi_az',
  title: 'Database instance has a standby in another zone',
  description:
    'Reads whether RDS keeps a synchronous standby in a second Availability Zone for each instance that stands alone.',
  risk: 'When its zone or its hardware fails, the database is gone until it is repaired or restored from a backup, and the newest transactions may be lost.',
  decision:
    'Passes when the instance is a Multi-AZ deployment and fails when it is not, read replicas included. Members of clusters give no finding here: the check of clusters looks at them.',
  fix: {
    text: 'Convert the instance to a Multi-AZ deployment.',
    console: [
      'Open Aurora and RDS, choose Databases, and select the instance.',
      'Choose Actions, Convert to Multi-AZ deployment.',
      'Let it happen in the next maintenance window if the instance is busy: making the standby slows it down.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --multi-az',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur"
  manage_master_user_password = true
  multi_az                    = true
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/Concepts.MultiAZ.html',
  over: 'instances',
  needs: ['multi_az'],
  judge: ({ name, cluster, multi_az: standby }) => {
    if (cluster !== null) return []
    return standby
      ? pass(`The instance ${name} has a standby in another Availability Zone.`)
      : fail(`The instance ${name} runs in one Availability Zone, without a standby.`)
  },
})
