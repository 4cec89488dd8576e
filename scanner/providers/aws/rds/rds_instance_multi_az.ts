import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_multi_az',
  title: 'RDS DB instance is a Multi-AZ deployment',
  description:
    'Reads whether each DB instance that is not a cluster member has a synchronous standby in a second Availability Zone.',
  risk: 'If the Availability Zone or the hardware fails, the database is unavailable until it is repaired or restored. The latest transactions can be lost.',
  decision:
    'Passes if the instance is a Multi-AZ deployment. Fails if it is not, including read replicas. Cluster members give no finding, because a separate check covers clusters.',
  fix: {
    text: 'Convert the instance to a Multi-AZ deployment.',
    console: [
      'Open Aurora and RDS, choose Databases, and select the instance.',
      'Choose Actions, then Convert to Multi-AZ deployment.',
      'If the instance is under load, apply the change in the next maintenance window. Creating the standby reduces performance.',
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
      ? pass(`DB instance ${name} has a standby in another Availability Zone.`)
      : fail(`DB instance ${name} runs in one Availability Zone, without a standby.`)
  },
})
