import { fail, manual, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_volume_protected_by_backup_plan',
  title: 'EBS volume is in a backup plan',
  description:
    'Compares each EBS volume, and the instances that it is attached to, with the resource selections of the AWS Backup plans in the region, by ARN and by tag.',
  risk: 'If the volume is deleted, encrypted by an attacker or lost in a zone failure, its data cannot be restored.',
  decision:
    'Passes if a plan selects the volume or an instance that it is attached to, because an instance backup includes its volumes. A selection by wildcard or tag alone counts only if the region settings opt in the resource type. MANUAL if a selection has both ARNs and a list of tags and only one of them matches, because the result in AWS is unclear. Also MANUAL if the region settings do not contain the opt-in state of the type. Fails otherwise. The success of backups and plans of other tools, such as Data Lifecycle Manager, are not evaluated.',
  fix: {
    text: 'Assign the volume, or preferably all volumes with a specific tag, to a backup plan.',
    console: [
      'Open AWS Backup, choose Backup plans, and open or create a plan.',
      'Choose Assign resources, and choose a role.',
      'Choose Include specific resource types, choose EBS, and specify the volumes or one of their tags.',
      'Choose Assign resources, and verify under Settings that EBS is opted in.',
    ],
    cli: 'aws backup create-backup-selection --backup-plan-id <plan id> --backup-selection \'{"SelectionName":"volumes","IamRoleArn":"<role arn>","Resources":["arn:aws:ec2:*:*:volume/*"]}\'',
    terraform: `resource "aws_backup_selection" "volumes" {
  name         = "volumes"
  plan_id      = aws_backup_plan.nightly.id
  iam_role_arn = aws_iam_role.backup.arn
  resources    = ["arn:aws:ec2:*:*:volume/*"]
}`,
  },
  source: 'https://docs.aws.amazon.com/aws-backup/latest/devguide/assigning-resources.html',
  links: [
    'https://docs.aws.amazon.com/aws-backup/latest/devguide/assigning-resources-json.html',
    'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-28',
  ],
  over: 'volumes',
  needs: ['backup'],
  with: { instances: { by: 'instance_id', fields: ['backup'] } },
  judge: ({ volume_id: id, name, backup, instance_ids: attached }, { joined: { instances } }) => {
    const volume = label(id, name)
    if (backup.by.length > 0)
      return pass(`${volume} is in the backup plan ${backup.by.join(', ')}.`)
    const holders = attached.map((it) => ({ it, backup: instances.get(it)?.backup }))
    const held = holders.find(({ backup: found }) => found && found.by.length > 0)
    if (held?.backup) {
      return pass(
        `${volume} is backed up with ${held.it} in the backup plan ${held.backup.by.join(', ')}.`,
      )
    }
    const perhaps = [backup, ...holders.map((it) => it.backup)].flatMap((it) => it?.perhaps ?? [])
    return perhaps.length > 0
      ? manual(
          `${volume} partly matches the selection of the backup plan ${perhaps.join(', ')}; check in AWS Backup whether it is backed up.`,
        )
      : fail(`${volume} is in no backup plan.`)
  },
})
