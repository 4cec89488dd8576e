import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_volume_encryption',
  title: 'Volume is encrypted',
  description:
    'Reads of each volume, attached or not, whether EBS encrypts its blocks and the snapshots made of it.',
  risk: 'Data on a plain volume stays readable in every snapshot and copy of it, and no key policy stands between it and whoever may copy snapshots.',
  decision:
    'Passes when EC2 reports the volume as encrypted, with the key of AWS or one of your own. Fails when it does not. Instance stores and what an operating system encrypts by itself are not seen.',
  fix: {
    text: 'Make an encrypted volume from a snapshot of this one and swap them; turn on encryption by default for the next ones.',
    console: [
      'Open Amazon EC2, choose Volumes, select the volume, and choose Actions, then Create snapshot.',
      'Under Snapshots, select the new one and choose Actions, then Create volume from snapshot.',
      'Choose the zone of the old volume, tick Encrypt this volume, choose a key, and create it.',
      'Stop the instance, detach the old volume, and attach the new one under the same device name.',
      'Start the instance, see that all is there, and delete the old volume and its plain snapshots.',
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
