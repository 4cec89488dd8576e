import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'backup_vaults_encrypted',
  title: 'Vault encrypts backups',
  description: 'Reads by which key each vault of AWS Backup encrypts what it keeps.',
  risk: 'A copy of the database is the database: unencrypted it is worth as much to a thief.',
  decision:
    'Passes when the vault names a key of KMS, AWS’s own included, and when AWS says that it encrypts with a key that it owns. Fails when it does neither. Recovery points that keep the key of their resource are another check’s.',
  fix: {
    text: 'Use a vault that encrypts with a key of KMS.',
    console: [
      'The key of a vault cannot be changed: open AWS Backup, choose Vaults, then Create vault.',
      'Choose a key of KMS, let the plans use the new vault, and copy what the old one holds.',
    ],
    cli: 'aws backup create-backup-vault --backup-vault-name <name> --encryption-key-arn <key ARN>',
    terraform: `resource "aws_backup_vault" "main" {
  name        = "main"
  kms_key_arn = aws_kms_key.backups.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/aws-backup/latest/devguide/encryption.html',
  links: ['https://docs.aws.amazon.com/aws-backup/latest/devguide/vaults.html'],
  over: 'vaults',
  needs: [],
  judge: ({ name, region, key, aws_key: ofAws }) => {
    if (key) return pass(`The vault ${name} of ${region} encrypts with ${key}.`)
    return ofAws
      ? pass(`The vault ${name} of ${region} encrypts with a key that AWS owns.`)
      : fail(`The vault ${name} of ${region} names no key to encrypt with.`)
  },
})
