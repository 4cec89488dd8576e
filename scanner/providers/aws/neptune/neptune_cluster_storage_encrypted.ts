import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_storage_encrypted',
  title: 'Neptune cluster encrypts its storage',
  description:
    'Reads whether the volume of each Neptune cluster, and with it its logs, backups and snapshots, is encrypted at rest.',
  risk: 'The graph can be read from its disks and its copied snapshots by people whom no key ever allowed it.',
  decision:
    'Passes when the storage of the cluster is encrypted. Fails when it is not; that can only be chosen when a cluster is made or restored.',
  fix: {
    text: 'Restore a snapshot of the cluster with a key to a new Neptune cluster, and move there.',
    console: [
      'Open Amazon Neptune, choose Snapshots, and take a snapshot of the cluster.',
      'Select it, choose Actions, Restore snapshot, and choose a key under Encryption.',
      'Point the applications at the new cluster and delete the old one.',
    ],
    cli: 'aws neptune restore-db-cluster-from-snapshot --db-cluster-identifier <new-cluster> --snapshot-identifier <snapshot> --engine neptune --kms-key-id <key>',
    terraform: `resource "aws_neptune_cluster" "friends" {
  cluster_identifier = "friends"
  engine             = "neptune"
  storage_encrypted  = true
  kms_key_arn        = aws_kms_key.databases.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/neptune/latest/userguide/encrypt.html',
  over: 'clusters',
  needs: ['storage_encrypted'],
  judge: ({ name, storage_encrypted: encrypted }) =>
    encrypted
      ? pass(`The Neptune cluster ${name} encrypts its storage.`)
      : fail(`The Neptune cluster ${name} keeps its storage unencrypted.`),
})
