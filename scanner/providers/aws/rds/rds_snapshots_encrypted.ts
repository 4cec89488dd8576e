import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_snapshots_encrypted',
  title: 'Database snapshot is encrypted',
  description:
    'Reads of each manual and automatic snapshot, of instances and of clusters, whether it is encrypted at rest.',
  risk: 'A plain snapshot can be copied to another account or made public with one call, and is read there without any key.',
  decision:
    'Passes when the snapshot is encrypted, with a key of KMS or with one that AWS owns. Fails when it is not. Snapshots of Neptune and DocumentDB are not looked at here.',
  fix: {
    text: 'Copy the snapshot with a key, or restore that of a cluster with one, and delete the plain one.',
    console: [
      'Open Aurora and RDS, choose Snapshots, and select the snapshot.',
      'Choose Actions, Copy snapshot, turn on encryption and choose a key of KMS.',
      'For a cluster’s snapshot, which a copy cannot encrypt, choose Restore snapshot with a key instead, and take a new one.',
      'Delete the plain snapshot when the encrypted one is available.',
    ],
    cli: 'aws rds copy-db-snapshot --source-db-snapshot-identifier <snapshot> --target-db-snapshot-identifier <encrypted-copy> --kms-key-id <key>',
    terraform: `resource "aws_db_snapshot_copy" "orders" {
  source_db_snapshot_identifier = aws_db_snapshot.before_upgrade.db_snapshot_arn
  target_db_snapshot_identifier = "orders-before-upgrade-encrypted"
  kms_key_id                    = aws_kms_key.databases.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_CopySnapshot.html',
  links: ['https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/Overview.Encryption.html'],
  over: 'snapshots',
  needs: ['encrypted'],
  judge: ({ name, source, encrypted }) =>
    encrypted
      ? pass(`The snapshot ${name} of ${source} is encrypted.`)
      : fail(`The snapshot ${name} of ${source} is not encrypted.`),
})
