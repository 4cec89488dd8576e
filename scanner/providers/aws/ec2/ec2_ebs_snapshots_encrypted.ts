import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_snapshots_encrypted',
  title: 'Snapshot is encrypted',
  description: 'Reads of each snapshot that the account owns whether EBS keeps it encrypted.',
  risk: 'A plain snapshot needs no key to be copied or shared: whoever gets at it reads the disk, also in another account.',
  decision:
    'Passes when EC2 reports the snapshot as encrypted, with whichever key. Fails when it does not. Snapshots that other accounts share with this one are not listed.',
  fix: {
    text: 'Copy the snapshot with encryption and delete the plain one; encrypt the volume so that the next ones are encrypted too.',
    console: [
      'Open Amazon EC2, choose Snapshots, select the snapshot, and choose Actions, then Copy snapshot.',
      'Tick Encrypt this snapshot, choose a KMS key, and choose Copy snapshot.',
      'When the copy is Completed, point images, launch templates and backup plans to it.',
      'Select the plain snapshot and choose Actions, then Delete snapshot.',
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
