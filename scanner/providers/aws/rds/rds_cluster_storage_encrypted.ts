import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_storage_encrypted',
  title: 'RDS DB cluster has storage encryption enabled',
  description:
    'Reads whether the shared storage volume and the backups of each Aurora or Multi-AZ DB cluster are encrypted at rest.',
  risk: 'Copies of the cluster’s snapshots can be read without a key. Data that must be encrypted by law or policy is not.',
  decision:
    'Passes if storage is encrypted with a KMS key, or with an AWS owned key, which is the default for new Aurora clusters. Fails if it is not encrypted. Separate checks cover Neptune and DocumentDB clusters.',
  fix: {
    text: 'Restore a snapshot of the cluster to a new cluster with a key, and switch to the new cluster.',
    console: [
      'Open Aurora and RDS, choose Snapshots, and take a snapshot of the cluster.',
      'Select it and choose Actions, then Restore snapshot.',
      'Under Encryption, choose a KMS key, and restore to a new cluster.',
      'Switch the applications, then delete the old cluster and its unencrypted snapshots.',
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
      ? pass(`Cluster ${name} has storage encryption enabled.`)
      : fail(`Cluster ${name} does not have storage encryption enabled.`),
})
