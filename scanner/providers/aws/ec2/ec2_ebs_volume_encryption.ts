import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_volume_encryption',
  title: 'EBS volume is encrypted',
  description: 'Reads whether each EBS volume, attached or not, is encrypted.',
  risk: 'Data on an unencrypted volume can be read in every snapshot and copy of it, and no key policy restricts who can read them.',
  decision:
    'Passes if EC2 reports the volume as encrypted, with an AWS managed key or your own key. Fails if it does not. Instance store volumes and encryption by the operating system are not evaluated.',
  fix: {
    text: 'Create an encrypted volume from a snapshot of this one and replace it. Enable encryption by default for new volumes.',
    console: [
      'Open Amazon EC2, choose Volumes, and select the volume. Choose Actions, and then choose Create snapshot.',
      'Under Snapshots, select the new snapshot, choose Actions, and then choose Create volume from snapshot.',
      'Choose the Availability Zone of the old volume, select Encrypt this volume, choose a key, and create the volume.',
      'Stop the instance, detach the old volume, and attach the new volume with the same device name.',
      'Start the instance, verify the data, and delete the old volume and its unencrypted snapshots.',
    ],
    cli: 'aws ec2 create-volume --snapshot-id <snapshot of the volume> --availability-zone <zone> --encrypted',
    terraform: `resource "aws_ebs_volume" "orders" {
  availability_zone = "eu-west-1a"
  snapshot_id       = aws_ebs_snapshot.orders.id
  encrypted         = true
  kms_key_id        = aws_kms_key.ebs.arn
}`,
    url: 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-encryption.html',
  },
  source: 'https://docs.aws.amazon.com/ebs/latest/userguide/how-ebs-encryption-works.html',
  over: 'volumes',
  needs: ['encrypted'],
  judge: ({ volume_id, name, encrypted }) =>
    encrypted
      ? pass(`${label(volume_id, name)} is encrypted.`)
      : fail(`${label(volume_id, name)} is not encrypted.`),
})
