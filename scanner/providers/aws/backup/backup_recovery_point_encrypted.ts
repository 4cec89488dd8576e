import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

/** States in which the copy holds data and is kept. */
const judged: ReadonlySet<string> = new Set(['COMPLETED', 'AVAILABLE', 'STOPPED', 'PARTIAL'])

export default check({
  id: 'backup_recovery_point_encrypted',
  title: 'Backup is encrypted',
  description:
    'Reads of each recovery point in the vaults of AWS Backup whether it is encrypted. For some kinds of resources it is as its source was, whatever the vault’s key.',
  risk: 'A volume was encrypted since, but its older copies lie there as they were, for whoever may restore them.',
  decision:
    'Passes when the recovery point is encrypted. Fails when it is not. Those that are COMPLETED, AVAILABLE, STOPPED or PARTIAL are judged: what they hold is kept. One that is being made or deleted, or has expired, is not.',
  fix: {
    text: 'Encrypt the resource, take a new backup, and delete the copy that is not encrypted.',
    console: [
      'Open AWS Backup, choose Vaults, the vault, and the recovery point, to see what it is a copy of.',
      'Encrypt that resource, or restore it into an encrypted one, and let the plan back it up.',
      'Delete the unencrypted recovery point when the new one is good.',
    ],
    cli: 'aws backup start-copy-job --recovery-point-arn <recovery point ARN> --source-backup-vault-name <vault> --destination-backup-vault-arn <encrypted vault ARN> --iam-role-arn <role ARN>',
    terraform: `resource "aws_ebs_volume" "data" {
  availability_zone = "eu-west-1a"
  size              = 100
  encrypted         = true
  kms_key_id        = aws_kms_key.data.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/aws-backup/latest/devguide/encryption.html',
  over: 'recoveryPoints',
  needs: [],
  judge: ({ name, vault, status, of, encrypted }) => {
    if (!judged.has(status)) return []
    return known(encrypted, 'backup:ListRecoveryPointsByBackupVault')
      ? pass(`The copy ${name} of ${of} in the vault ${vault} is encrypted.`)
      : fail(`The copy ${name} of ${of} in the vault ${vault} is not encrypted.`)
  },
})
