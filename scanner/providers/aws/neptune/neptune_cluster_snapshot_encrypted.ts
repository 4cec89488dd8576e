import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_snapshot_encrypted',
  title: 'Neptune snapshot is encrypted',
  description:
    'Reads whether each manual and automated snapshot of a Neptune cluster is encrypted at rest.',
  risk: 'An unencrypted snapshot of the graph can be shared with any account, or made public, and restored without a key.',
  decision: 'Passes if the snapshot of the Neptune cluster is encrypted. Fails if it is not.',
  fix: {
    text: 'Restore the snapshot with a key, take a snapshot of the restored cluster, and delete the unencrypted one.',
    console: [
      'Open Amazon Neptune, choose Snapshots, and select the snapshot.',
      'Choose Actions, then Restore snapshot, and choose a key under Encryption to create an encrypted cluster.',
      'Take a snapshot of that cluster, then delete the unencrypted snapshot.',
    ],
    cli: 'aws neptune restore-db-cluster-from-snapshot --db-cluster-identifier <encrypted-cluster> --snapshot-identifier <snapshot> --engine neptune --kms-key-id <key>',
    terraform: `resource "aws_neptune_cluster" "friends" {
  cluster_identifier = "friends"
  engine             = "neptune"
  storage_encrypted  = true
  kms_key_arn        = aws_kms_key.databases.arn
}

resource "aws_neptune_cluster_snapshot" "before_upgrade" {
  db_cluster_identifier          = aws_neptune_cluster.friends.id
  db_cluster_snapshot_identifier = "friends-before-upgrade"
}`,
  },
  source: 'https://docs.aws.amazon.com/neptune/latest/userguide/encrypt.html',
  over: 'snapshots',
  needs: ['encrypted'],
  judge: ({ name, source, encrypted }) =>
    encrypted
      ? pass(`Snapshot ${name} of Neptune cluster ${source} is encrypted.`)
      : fail(`Snapshot ${name} of Neptune cluster ${source} is not encrypted.`),
})
