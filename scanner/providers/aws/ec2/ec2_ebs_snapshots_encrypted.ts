import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_snapshots_encrypted',
  title: 'EBS snapshot is encrypted',
  description: 'Reads whether each snapshot that the account owns is encrypted.',
  risk: 'An unencrypted snapshot can be copied or shared without a key, so its data can be read in another account.',
  decision:
    'Passes if EC2 reports the snapshot as encrypted, with any key. Fails if it does not. Snapshots that other accounts share with this account are not listed.',
  fix: {
    text: 'Create an encrypted copy of the snapshot and delete the unencrypted one. Encrypt the volume so that new snapshots are encrypted.',
    console: [
      'Open Amazon EC2, choose Snapshots, and select the snapshot. Choose Actions, and then choose Copy snapshot.',
      'Select Encrypt this snapshot, choose a KMS key, and choose Copy snapshot.',
      'When the status of the copy is Completed, update images, launch templates and backup plans to use it.',
      'Select the unencrypted snapshot, choose Actions, and then choose Delete snapshot.',
    ],
    cli: 'aws ec2 copy-snapshot --source-region <region> --source-snapshot-id <id> --encrypted',
    terraform: `resource "aws_ebs_snapshot_copy" "orders" {
  source_snapshot_id = aws_ebs_snapshot.orders.id
  source_region      = "eu-west-1"
  encrypted          = true
  kms_key_id         = aws_kms_key.ebs.arn
}`,
    url: 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-copy-snapshot.html',
  },
  source: 'https://docs.aws.amazon.com/ebs/latest/userguide/how-ebs-encryption-works.html',
  over: 'snapshots',
  needs: ['encrypted'],
  judge: ({ snapshot_id, name, encrypted }) =>
    encrypted
      ? pass(`${label(snapshot_id, name)} is encrypted.`)
      : fail(`${label(snapshot_id, name)} is not encrypted.`),
})
