import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_storage_encrypted',
  title: 'Database cluster encrypts its storage',
  description:
    'Reads whether the volume that the instances of each Aurora or Multi-AZ cluster share is encrypted at rest, and its backups with it.',
  risk: 'Copies of the cluster’s snapshots can be read anywhere without a key, and data that law wants encrypted lies open.',
  decision:
    'Passes when storage is encrypted, with a key of KMS or, as new Aurora clusters have it by default, with a key that AWS owns. Fails when it is not. Clusters of Neptune and DocumentDB have checks of their own.',
  fix: {
    text: 'Restore a snapshot of the cluster with a key to a new cluster, and move there.',
    console: [
      'Open Aurora and RDS, choose Snapshots, and take a snapshot of the cluster.',
      'Select it and choose Actions, Restore snapshot.',
      'Under Encryption, choose a key of KMS, and restore to a new cluster.',
      'Switch the applications over, then delete the old cluster and its plain snapshots.',
    ],
    cli: 'aws rds restore-db-cluster-from-snapshot --db-cluster-identifier <new-cluster> --snapshot-identifier <snapshot> --engine <engine> --kms-key-id <key>',
    terraform: `resource "aws_rds_cluster" "ledger" {
  cluster_identifier          = "ledger"
  engine                      = "aurora-mysql"
  master_username             = "larkspur"
  manage_master_user_password = true
  storage_encrypted           = true
  kms_key_id                  = aws_kms_key.databases.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Overview.Encryption.html',
  over: 'clusters',
  needs: ['storage_encrypted'],
  judge: ({ name, storage_encrypted: encrypted }) =>
    encrypted
      ? pass(`The cluster ${name} encrypts its storage.`)
      : fail(`The cluster ${name} keeps its storage unencrypted.`),
})
