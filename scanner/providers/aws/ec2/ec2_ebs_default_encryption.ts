import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_default_encryption',
  title: 'Region has EBS encryption by default enabled',
  description: 'Reads the EBS encryption by default setting of the account in each region.',
  risk: 'Without encryption by default, a volume is encrypted only if encryption is requested when it is created.',
  decision:
    'Passes if encryption by default is enabled, with any key. Fails if it is disabled. Every region is evaluated, used or not. Existing volumes are covered by a separate check.',
  fix: {
    text: 'Enable EBS encryption by default in every region, used or not.',
    console: [
      'Open Amazon EC2 in the region. On the dashboard, in the Account attributes card, choose Data protection and security.',
      'Under EBS encryption, choose Manage.',
      'Select Enable, choose the default encryption key, and choose Update EBS encryption.',
      'Repeat these steps in every other enabled region.',
    ],
    cli: 'aws ec2 enable-ebs-encryption-by-default --region <region>',
    terraform: `resource "aws_ebs_encryption_by_default" "all" {
  for_each = toset(["eu-west-1", "us-east-1"])
  region   = each.key
  enabled  = true
}`,
  },
  source: 'https://docs.aws.amazon.com/ebs/latest/userguide/encryption-by-default.html',
  links: ['https://docs.aws.amazon.com/ebs/latest/userguide/how-ebs-encryption-works.html'],
  over: 'settings',
  needs: ['ebs_encryption'],
  judge: ({ region, ebs_encryption }) =>
    ebs_encryption
      ? pass(`New volumes in ${region} are encrypted by default.`)
      : fail(`New volumes in ${region} are not encrypted by default.`),
})
