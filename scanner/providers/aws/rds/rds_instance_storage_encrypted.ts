import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_storage_encrypted',
  title: 'RDS DB instance has storage encryption enabled',
  description:
    'Reads whether the volumes, logs, backups and snapshots of each DB instance are encrypted at rest, including members of Aurora clusters.',
  risk: 'An attacker with access to the disks or to a copied snapshot can read every table without a key.',
  decision:
    'Passes if storage is encrypted with a KMS key or an AWS owned key. Fails if it is not encrypted. Instances that are being deleted, and instances of Neptune and DocumentDB, are not included.',
  fix: {
    text: 'Copy a snapshot of the instance with a key, restore the copy, and switch to the restored instance.',
    console: [
      'Open Aurora and RDS, choose Snapshots, and take a snapshot of the instance.',
      'Select the snapshot, choose Actions, then Copy snapshot, turn on encryption and choose a key.',
      'Select the copy and choose Actions, then Restore snapshot.',
      'Switch the applications to the new instance and delete the old one.',
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
      ? pass(`DB instance ${name} has storage encryption enabled.`)
      : fail(`DB instance ${name} does not have storage encryption enabled.`),
})
