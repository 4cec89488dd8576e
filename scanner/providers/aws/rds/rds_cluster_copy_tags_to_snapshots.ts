import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_copy_tags_to_snapshots',
  title: 'RDS DB cluster copies tags to snapshots',
  description: 'Reads whether each Aurora or Multi-AZ DB cluster copies its tags to its snapshots.',
  risk: 'Tag-based policies for access, cost and deletion do not apply to the snapshots, although they contain the same data.',
  decision: 'Passes if copying tags to snapshots is on for the cluster. Fails if it is off.',
  fix: {
    text: 'Enable copying tags to snapshots for the cluster.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'Under Additional configuration, Backup, select Copy tags to snapshots.',
      'Choose Continue and Apply immediately. Existing snapshots keep their tags.',
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
      ? pass(`Cluster ${name} copies its tags to snapshots.`)
      : fail(`Cluster ${name} does not copy its tags to snapshots.`),
})
