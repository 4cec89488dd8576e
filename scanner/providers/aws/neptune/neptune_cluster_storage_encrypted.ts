import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_storage_encrypted',
  title: 'Neptune cluster has storage encryption enabled',
  description:
    'Reads whether the volume, logs, backups and snapshots of each Neptune cluster are encrypted at rest.',
  risk: 'An attacker with access to a disk or a copied snapshot can read the graph without a key.',
  decision:
    'Passes if the storage of the cluster is encrypted. Fails if it is not. Encryption can only be enabled when a cluster is created or restored.',
  fix: {
    text: 'Restore a snapshot of the cluster with a key to a new Neptune cluster, and switch to it.',
    console: [
      'Open Amazon Neptune, choose Snapshots, and take a snapshot of the cluster.',
      'Select it, choose Actions, then Restore snapshot, and choose a key under Encryption.',
      'Switch the applications to the new cluster and delete the old one.',
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
      ? pass(`Neptune cluster ${name} has storage encryption enabled.`)
      : fail(`Neptune cluster ${name} does not have storage encryption enabled.`),
})
