import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_copy_tags_to_snapshots',
  title: 'Neptune cluster copies tags to snapshots',
  description: 'Reads whether each Neptune cluster copies its tags to its snapshots.',
  risk: 'Tag-based rules for access, cost and retention do not apply to the snapshots, and their owner is unknown.',
  decision:
    'Passes if the cluster copies its tags to its snapshots. Fails if it does not. The tags of existing snapshots are not read.',
  fix: {
    text: 'Enable copying tags to snapshots for the Neptune cluster.',
    console: [
      'Open Amazon Neptune, choose Databases, then the cluster, and choose Modify.',
      'Turn on Copy tags to snapshots.',
      'Choose Continue, Apply immediately, and Modify cluster.',
    ],
    cli: 'aws neptune modify-db-cluster --db-cluster-identifier <cluster> --copy-tags-to-snapshot --apply-immediately',
    terraform: `resource "aws_neptune_cluster" "friends" {
  cluster_identifier    = "friends"
  engine                = "neptune"
  copy_tags_to_snapshot = true
  tags                  = { team = "community" }
}`,
  },
  source: 'https://docs.aws.amazon.com/neptune/latest/userguide/tagging.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/neptune-controls.html'],
  over: 'clusters',
  needs: ['copies_tags'],
  judge: ({ name, copies_tags: copies }) =>
    copies
      ? pass(`Neptune cluster ${name} copies its tags to snapshots.`)
      : fail(`Neptune cluster ${name} does not copy its tags to snapshots.`),
})
