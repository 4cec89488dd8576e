import { fail, manual, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_volume_protected_by_backup_plan',
  title: 'Volume is in a backup plan',
  description:
    'Holds each EBS volume, and the instance that it is attached to, against what the backup plans of AWS Backup in the region select by ARN and by tag.',
  risk: 'What is deleted, encrypted by an intruder or lost with its zone cannot be brought back.',
  decision:
    'Passes when a plan selects the volume, or an instance that it is attached to, for a backup of an instance holds its volumes. A selection by wildcard or tag alone counts only where the region’s settings opt the type in. MANUAL when a selection has both ARNs and a list of tags of which only one fits, as it is not clear what AWS makes of that, or when the region’s settings do not say whether the type is opted in. Fails otherwise. Whether backups succeed, and plans of other tools such as Data Lifecycle Manager, are not asked.',
  fix: {
    text: 'Assign the volume, or better all volumes with a certain tag, to a backup plan.',
    console: [
      'Open AWS Backup, choose Backup plans, and open the plan or create one.',
      'Choose Assign resources, and choose a role.',
      'Choose Include specific resource types, then EBS, and name the volumes or a tag of theirs.',
      'Choose Assign resources, and see under Settings that EBS is opted in.',
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
    if (backup.by.length > 0) return pass(`${volume} is in the plan ${backup.by.join(', ')}.`)
    const holders = attached.map((it) => ({ it, backup: instances.get(it)?.backup }))
    const held = holders.find(({ backup: found }) => found && found.by.length > 0)
    if (held?.backup) {
      return pass(
        `${volume} is backed up with ${held.it}, in the plan ${held.backup.by.join(', ')}.`,
      )
    }
    const perhaps = [backup, ...holders.map((it) => it.backup)].flatMap((it) => it?.perhaps ?? [])
    return perhaps.length > 0
      ? manual(
          `${volume} fits a part of what the plan ${perhaps.join(', ')} selects; see there whether it is backed up.`,
        )
      : fail(`${volume} is in no backup plan.`)
  },
})
