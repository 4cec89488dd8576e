import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_copy_tags_to_snapshots',
  title: 'Instance snapshots inherit the tags of the instance',
  description:
    'Reads whether the tags of each instance that stands alone are written onto the snapshots that are taken of it.',
  risk: 'A snapshot without tags belongs to nobody: rules of access by tag do not hold for it, and nobody deletes it.',
  decision:
    'Passes when copying of tags to snapshots is on and fails when it is off. Members of clusters give no finding: their snapshots are the cluster’s.',
  fix: {
    text: 'Turn on copying of tags to snapshots for the instance.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Backup, tick Copy tags to snapshots.',
      'Choose Continue and apply it; older snapshots have to be tagged by hand.',
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
      ? pass(`The instance ${name} gives its tags to its snapshots.`)
      : fail(`The instance ${name} leaves its snapshots without its tags.`)
  },
})
