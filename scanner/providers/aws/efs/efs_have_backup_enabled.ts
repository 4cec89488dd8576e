import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'efs_have_backup_enabled',
  title: 'File system is backed up every day or by a plan',
  description:
    'Reads the backup policy of each file system of EFS: with automatic backups, AWS Backup takes one a day and keeps it for 35 days. Where they are off, it reads what the backup plans of the region select by ARN and by tag.',
  risk: 'A file that is deleted or overwritten, by mistake or for a ransom, is gone on every machine at once.',
  decision:
    'Passes when automatic backups are enabled, and when a backup plan selects the file system: by its ARN or type, or, where EFS is opted in, by a tag or as part of everything. MANUAL when a selection has both ARNs and a list of tags of which only one fits, or when the region’s settings do not say whether EFS is opted in. Fails when automatic backups are disabled, being disabled or were never set and no plan selects the file system. While they are being enabled, and for one that is being deleted, there is no verdict. How often a plan runs, and whether its backups succeed, is not read.',
  fix: {
    text: 'Turn on automatic backups of the file system, or assign it to a backup plan.',
    console: [
      'Open Amazon EFS, and choose the file system.',
      'Choose Edit in its settings, select Enable automatic backups, and save.',
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
    if (automatic === 'ENABLED') return pass(`The file system ${name} backs itself up every day.`)
    const { by, perhaps } = backup ?? { by: [], perhaps: [] }
    if (by.length > 0) {
      return pass(`The file system ${name} is in the backup plan ${by.join(', ')}.`)
    }
    return perhaps.length > 0
      ? manual(
          `The file system ${name} fits a part of what the backup plan ${perhaps.join(', ')} selects; see there whether it is backed up.`,
        )
      : fail(
          `The file system ${name} is in no backup plan, and its automatic backups are ${automatic ?? 'not set'}.`,
        )
  },
})
