import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'backup_vaults_encrypted',
  title: 'AWS Backup vault is encrypted',
  description: 'Reads the encryption key of each AWS Backup vault.',
  risk: 'An unencrypted backup exposes the same data as the database itself.',
  decision:
    'Passes if the vault has a KMS key, including an AWS managed key, or if AWS reports encryption with an AWS owned key. Fails if neither is true. A separate check covers recovery points that keep the key of their resource.',
  fix: {
    text: 'Use a vault that encrypts with a KMS key.',
    console: [
      'The key of a vault cannot be changed. Open AWS Backup, choose Vaults, then Create vault.',
      'Choose a KMS key, use the new vault in the plans, and copy the recovery points from the old one.',
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
    if (key) return pass(`The vault ${name} in ${region} is encrypted with ${key}.`)
    return ofAws
      ? pass(`The vault ${name} in ${region} is encrypted with an AWS owned key.`)
      : fail(`The vault ${name} in ${region} has no encryption key.`)
  },
})
