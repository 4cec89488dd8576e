import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_volume_snapshots_exists',
  title: 'Volume has a snapshot',
  description:
    'Looks among the snapshots of the account in the region for one that was made of each volume.',
  risk: 'A volume lives in one zone: without a snapshot its data is lost with a failure there, after a wrong command, or when an attacker encrypts it.',
  decision:
    'Passes when at least one snapshot names the volume as its source, whatever its age and state. Fails when none does. Copies in other regions, snapshots of other accounts and backups made within the machine are not seen. When the list of snapshots could not be read whole, a volume without one gets no verdict but a gap in coverage.',
  fix: {
    text: 'Take snapshots on a schedule, by Data Lifecycle Manager or AWS Backup.',
    console: [
      'Open Amazon EC2, choose Lifecycle Manager, then create a policy for EBS snapshots.',
      'Choose Volume as the target and a tag, such as Backup with the value daily.',
      'Choose how often to take snapshots and how many to keep, and create the policy.',
      'Under Volumes, put the tag on the volume.',
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
