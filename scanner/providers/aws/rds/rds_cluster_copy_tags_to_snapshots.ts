import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_copy_tags_to_snapshots',
  title: 'Cluster snapshots inherit the tags of the cluster',
  description:
    'Reads whether the tags of each Aurora or Multi-AZ cluster are written onto the snapshots that are taken of it.',
  risk: 'Policies that go by tags, for access, for cost and for deletion, do not see the snapshots, though the same data lies in them.',
  decision:
    'Passes when copying of tags to snapshots is on for the cluster, and fails when it is off.',
  fix: {
    text: 'Turn on copying of tags to snapshots for the cluster.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'Under Additional configuration, Backup, tick Copy tags to snapshots.',
      'Choose Continue and Apply immediately; snapshots that exist keep the tags they have.',
    ],
    cli: 'aws rds modify-db-cluster --db-cluster-identifier <cluster> --copy-tags-to-snapshot --apply-immediately',
    terraform: `resource "aws_rds_cluster" "ledger" {
  cluster_identifier          = "ledger"
  engine                      = "aurora-mysql"
  master_username             = "larkspur"
  manage_master_user_password = true
  copy_tags_to_snapshot       = true
  tags                        = { team = "finance" }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/USER_Tagging.html',
  over: 'clusters',
  needs: ['copies_tags'],
  judge: ({ name, copies_tags: copies }) =>
    copies
      ? pass(`The cluster ${name} gives its tags to its snapshots.`)
      : fail(`The cluster ${name} leaves its snapshots without its tags.`),
})
