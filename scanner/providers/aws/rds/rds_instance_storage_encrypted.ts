import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_storage_encrypted',
  title: 'Database instance encrypts its storage',
  description:
    'Reads of each RDS instance, members of Aurora clusters included, whether its volumes, logs, backups and snapshots are encrypted at rest.',
  risk: 'Whoever gets at the disks or at a copied snapshot reads every table, and no key has to be asked for.',
  decision:
    'Passes when storage is encrypted, with a key of KMS or with one that AWS owns. Fails when it is not. Instances that are being deleted, and those of Neptune and DocumentDB, are not looked at.',
  fix: {
    text: 'Copy a snapshot of the instance with a key, restore the copy, and move to the restored instance.',
    console: [
      'Open Aurora and RDS, choose Snapshots, and take a snapshot of the instance.',
      'Select the snapshot, choose Actions, Copy snapshot, turn on encryption and choose a key.',
      'Select the copy and choose Actions, Restore snapshot.',
      'Point the applications at the new instance and delete the old one.',
    ],
    cli: 'aws rds copy-db-snapshot --source-db-snapshot-identifier <snapshot> --target-db-snapshot-identifier <encrypted-copy> --kms-key-id <key>',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur"
  manage_master_user_password = true
  storage_encrypted           = true
  kms_key_id                  = aws_kms_key.databases.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/Overview.Encryption.html',
  links: ['https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_CopySnapshot.html'],
  over: 'instances',
  needs: ['storage_encrypted'],
  judge: ({ name, storage_encrypted: encrypted }) =>
    encrypted
      ? pass(`The instance ${name} encrypts its storage.`)
      : fail(`The instance ${name} keeps its storage unencrypted.`),
})
