import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_snapshots_encrypted',
  title: 'RDS snapshot is encrypted',
  description:
    'Reads whether each manual and automated snapshot of DB instances and DB clusters is encrypted at rest.',
  risk: 'An unencrypted snapshot can be copied to another account or made public with one call, and read without a key.',
  decision:
    'Passes if the snapshot is encrypted with a KMS key or an AWS owned key. Fails if it is not encrypted. Snapshots of Neptune and DocumentDB are not included.',
  fix: {
    text: 'Copy a DB instance snapshot with a key, or restore a DB cluster snapshot with a key. Then delete the unencrypted snapshot.',
    console: [
      'Open Aurora and RDS, choose Snapshots, and select the snapshot.',
      'Choose Actions, then Copy snapshot, turn on encryption and choose a KMS key.',
      'A copy cannot encrypt a DB cluster snapshot. Choose Restore snapshot with a key instead, and take a new snapshot.',
      'Delete the unencrypted snapshot when the encrypted one is available.',
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
      ? pass(`Snapshot ${name} of ${source} is encrypted.`)
      : fail(`Snapshot ${name} of ${source} is not encrypted.`),
})
