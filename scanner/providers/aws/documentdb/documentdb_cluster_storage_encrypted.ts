import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'documentdb_cluster_storage_encrypted',
  title: 'DocumentDB cluster has storage encryption enabled',
  description:
    'Reads whether the volume, indexes, logs and backups of each DocumentDB cluster are encrypted at rest.',
  risk: 'Documents are stored unencrypted on the disks and in every snapshot, which can be restored without a key.',
  decision:
    'Passes if the storage of the cluster is encrypted. Fails if it is not. Encryption can only be enabled when a cluster is created or restored. Elastic clusters are not included.',
  fix: {
    text: 'Restore a snapshot of the cluster with a key to a new DocumentDB cluster, and switch to it.',
    console: [
      'Open Amazon DocumentDB, choose Snapshots, and take a snapshot of the cluster.',
      'Select it and choose Actions, then Restore.',
      'Under Encryption-at-rest, choose Enable encryption and a key.',
      'Switch the applications to the new cluster and delete the old one.',
    ],
    cli: 'aws docdb restore-db-cluster-from-snapshot --db-cluster-identifier <new-cluster> --snapshot-identifier <snapshot> --engine docdb --kms-key-id <key>',
    terraform: `resource "aws_docdb_cluster" "catalogue" {
  cluster_identifier          = "catalogue"
  master_username             = "larkspur"
  manage_master_user_password = true
  storage_encrypted           = true
  kms_key_id                  = aws_kms_key.databases.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/documentdb/latest/developerguide/encryption-at-rest.html',
  over: 'clusters',
  needs: ['storage_encrypted'],
  judge: ({ name, storage_encrypted: encrypted }) =>
    encrypted
      ? pass(`DocumentDB cluster ${name} has storage encryption enabled.`)
      : fail(`DocumentDB cluster ${name} does not have storage encryption enabled.`),
})
