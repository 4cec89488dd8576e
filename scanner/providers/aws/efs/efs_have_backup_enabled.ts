import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'efs_have_backup_enabled',
  title: 'EFS file system has backups enabled',
  description:
    'Reads the backup policy of each EFS file system. With automatic backups, AWS Backup creates one backup a day and keeps it for 35 days. If they are disabled, the check reads the ARN and tag selections of the backup plans in the region.',
  risk: 'A file that is deleted, overwritten or encrypted by ransomware cannot be restored on any client.',
  decision:
    'Passes if automatic backups are enabled, or if a backup plan selects the file system: by its ARN or type, or, if EFS is opted in, by a tag or as part of all resources. MANUAL if a selection has both ARNs and a list of tags and only one of them matches, or if the region settings do not contain the opt-in state of EFS. Fails if automatic backups are disabled, being disabled or not set and no plan selects the file system. File systems whose backups are being enabled, or that are being deleted, give no finding. The frequency of plans and the success of backups are not evaluated.',
  fix: {
    text: 'Enable automatic backups of the file system, or assign it to a backup plan.',
    console: [
      'Open Amazon EFS, and choose the file system.',
      'Choose Edit, select Enable automatic backups, and save the changes.',
    ],
    cli: 'aws efs put-backup-policy --file-system-id <file system> --backup-policy Status=ENABLED',
    terraform: `resource "aws_efs_backup_policy" "shared" {
  file_system_id = aws_efs_file_system.shared.id

  backup_policy {
    status = "ENABLED"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/efs/latest/ug/awsbackup.html',
  links: ['https://docs.aws.amazon.com/aws-backup/latest/devguide/assigning-resources-json.html'],
  over: 'fileSystems',
  needs: ['automatic_backups', 'backup'],
  judge: ({ name, state, automatic_backups: automatic, backup }) => {
    if (state.startsWith('delet') || automatic === 'ENABLING') return []
    if (automatic === 'ENABLED')
      return pass(`The file system ${name} has automatic daily backups enabled.`)
    const { by, perhaps } = backup ?? { by: [], perhaps: [] }
    if (by.length > 0) {
      return pass(`The file system ${name} is in the backup plan ${by.join(', ')}.`)
    }
    return perhaps.length > 0
      ? manual(
          `The file system ${name} partly matches the selection of the backup plan ${perhaps.join(', ')}; check in AWS Backup whether it is backed up.`,
        )
      : fail(
          `The file system ${name} is not in a backup plan, and its automatic backups are ${automatic ?? 'not set'}.`,
        )
  },
})
