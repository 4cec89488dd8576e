import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_copy_tags_to_snapshots',
  title: 'Neptune snapshots inherit the tags of the cluster',
  description:
    'Reads whether the tags of each Neptune cluster are written onto the snapshots that are taken of it.',
  risk: 'Rules of access, cost and retention that go by tags miss the snapshots, and nobody knows whose they are.',
  decision:
    'Passes when the cluster copies its tags to its snapshots, and fails when it does not. Tags of snapshots that exist are not looked at.',
  fix: {
    text: 'Turn on copying of tags to snapshots for the Neptune cluster.',
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
      ? pass(`The Neptune cluster ${name} gives its tags to its snapshots.`)
      : fail(`The Neptune cluster ${name} leaves its snapshots without its tags.`),
})
