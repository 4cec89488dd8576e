import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_deletion_protection',
  title: 'Database instance is protected from deletion',
  description:
    'Reads whether each instance that stands alone refuses to be deleted until somebody lifts the protection on purpose.',
  risk: 'Whoever may delete instances, or mistakes one for another, ends a production database for good if no final snapshot is taken.',
  decision:
    'Passes when deletion protection is on and fails when it is off. Members of clusters give no finding: the cluster holds that setting, and its own check reads it.',
  fix: {
    text: 'Turn on deletion protection of the instance.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Deletion protection, turn on Enable deletion protection.',
      'Choose Continue and apply it at once; the instance keeps running.',
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
      ? pass(`The instance ${name} cannot be deleted until its protection is lifted.`)
      : fail(`The instance ${name} can be deleted by one call.`)
  },
})
