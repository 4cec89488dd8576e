import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_copy_tags_to_snapshots',
  title: 'RDS DB instance copies tags to snapshots',
  description:
    'Reads whether each DB instance that is not a cluster member copies its tags to its snapshots.',
  risk: 'A snapshot without tags has no visible owner. Tag-based access rules do not apply to it, and it is easily left undeleted.',
  decision:
    'Passes if copying tags to snapshots is on. Fails if it is off. Cluster members give no finding, because their snapshots belong to the cluster.',
  fix: {
    text: 'Enable copying tags to snapshots for the DB instance.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Backup, select Copy tags to snapshots.',
      'Choose Continue and apply the change. Tag existing snapshots manually.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --copy-tags-to-snapshot --apply-immediately',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur"
  manage_master_user_password = true
  copy_tags_to_snapshot       = true
  tags                        = { team = "shop" }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_Tagging.html',
  over: 'instances',
  needs: ['copies_tags'],
  judge: ({ name, cluster, copies_tags: copies }) => {
    if (cluster !== null) return []
    return copies
      ? pass(`DB instance ${name} copies its tags to snapshots.`)
      : fail(`DB instance ${name} does not copy its tags to snapshots.`)
  },
})
