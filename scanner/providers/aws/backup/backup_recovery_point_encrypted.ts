import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

/** States in which the copy contains data and is kept. */
const judged: ReadonlySet<string> = new Set(['COMPLETED', 'AVAILABLE', 'STOPPED', 'PARTIAL'])

export default check({
  id: 'backup_recovery_point_encrypted',
  title: 'AWS Backup recovery point is encrypted',
  description:
    'Reads whether each recovery point in the AWS Backup vaults is encrypted. For some resource types, encryption follows the source resource, not the key of the vault.',
  risk: 'Unencrypted copies of a volume remain after the volume itself is encrypted. Users with restore permissions can read them.',
  decision:
    'Passes if the recovery point is encrypted. Fails if it is not. Recovery points with the status COMPLETED, AVAILABLE, STOPPED or PARTIAL are evaluated, because their data is retained. Recovery points that are being created or deleted, or have expired, give no finding.',
  fix: {
    text: 'Encrypt the resource, create a new backup, and delete the unencrypted recovery point.',
    console: [
      'Open AWS Backup, and choose Vaults, the vault and the recovery point to find its source resource.',
      'Encrypt that resource, or restore it into an encrypted one, and include it in the backup plan.',
      'Verify the new recovery point, then delete the unencrypted one.',
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
      ? pass(`The recovery point ${name} of ${of} in the vault ${vault} is encrypted.`)
      : fail(`The recovery point ${name} of ${of} in the vault ${vault} is not encrypted.`)
  },
})
