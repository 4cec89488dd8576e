import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_volume_snapshots_exists',
  title: 'EBS volume has a snapshot',
  description:
    'Compares each volume with the source volumes of the snapshots that the account has in the region.',
  risk: 'A volume is stored in one Availability Zone. Without a snapshot, its data is lost if the zone fails, a command deletes it or an attacker encrypts it.',
  decision:
    'Passes if at least one snapshot has the volume as its source, regardless of age and state. Fails if none does. Copies in other regions, snapshots of other accounts and backups made inside the instance are not evaluated. If the list of snapshots is incomplete, a volume without a snapshot gets a coverage gap instead of a finding.',
  fix: {
    text: 'Schedule snapshots with Data Lifecycle Manager or AWS Backup.',
    console: [
      'Open Amazon EC2, choose Lifecycle Manager, and create an EBS snapshot policy.',
      'Choose Volume as the target resource type and enter a tag, such as Backup with the value daily.',
      'Set the frequency and the number of snapshots to retain, and create the policy.',
      'Under Volumes, add the tag to the volume.',
    ],
    cli: 'aws ec2 create-snapshot --volume-id <id>',
    terraform: `resource "aws_dlm_lifecycle_policy" "daily" {
  description        = "Daily snapshots"
  execution_role_arn = aws_iam_role.dlm.arn

  policy_details {
    resource_types = ["VOLUME"]
    target_tags    = { Backup = "daily" }

    schedule {
      name = "daily"
      create_rule {
        cron_expression = "cron(0 3 * * ? *)"
      }
      retain_rule {
        count = 14
      }
    }
  }
}`,
    url: 'https://docs.aws.amazon.com/ebs/latest/userguide/snapshot-lifecycle.html',
  },
  source: 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-snapshots.html',
  over: 'volumes',
  needs: [],
  with: { snapshots: { by: 'volume_id', fields: ['snapshot_id'] } },
  judge: ({ volume_id, name }, { joined: { snapshots } }) => {
    const snapshot = snapshots.get(volume_id)
    return snapshot
      ? pass(`${label(volume_id, name)} has a snapshot, ${snapshot.snapshot_id}.`)
      : fail(`${label(volume_id, name)} has no snapshot in this account.`)
  },
})
