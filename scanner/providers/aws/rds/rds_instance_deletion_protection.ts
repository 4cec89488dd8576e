import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_deletion_protection',
  title: 'RDS DB instance has deletion protection enabled',
  description:
    'Reads whether deletion protection is enabled for each DB instance that is not a cluster member.',
  risk: 'A principal with delete permission, or a mistake, can permanently delete a production database if no final snapshot is taken.',
  decision:
    'Passes if deletion protection is on. Fails if it is off. Cluster members give no finding, because a separate check reads this setting of the cluster.',
  fix: {
    text: 'Enable deletion protection for the DB instance.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Deletion protection, select Enable deletion protection.',
      'Choose Continue and Apply immediately. The change does not restart the instance.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --deletion-protection --apply-immediately',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur"
  manage_master_user_password = true
  deletion_protection         = true
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_DeleteInstance.html',
  over: 'instances',
  needs: ['deletion_protection'],
  judge: ({ name, cluster, deletion_protection: on }) => {
    if (cluster !== null) return []
    return on
      ? pass(`DB instance ${name} has deletion protection enabled.`)
      : fail(`DB instance ${name} does not have deletion protection enabled.`)
  },
})
