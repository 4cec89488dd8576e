import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'documentdb_cluster_storage_encrypted',
  title: 'DocumentDB cluster encrypts its storage',
  description:
    'Reads whether the volume of each DocumentDB cluster, with its indexes, logs and backups, is encrypted at rest.',
  risk: 'Documents lie readable on the disks and in every snapshot, which anyone may restore who gets a copy.',
  decision:
    'Passes when the storage of the cluster is encrypted and fails when it is not; it has to be chosen when a cluster is made or restored. Elastic clusters are not looked at.',
  fix: {
    text: 'Restore a snapshot of the cluster with a key to a new DocumentDB cluster, and move there.',
    console: [
      'Open Amazon DocumentDB, choose Snapshots, and take a snapshot of the cluster.',
      'Select it and choose Actions, Restore.',
      'Under Encryption-at-rest, choose Enable encryption and a key.',
      'Point the applications at the new cluster and delete the old one.',
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
      ? pass(`The DocumentDB cluster ${name} encrypts its storage.`)
      : fail(`The DocumentDB cluster ${name} keeps its storage unencrypted.`),
})
