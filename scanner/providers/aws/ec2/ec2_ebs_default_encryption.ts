import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_default_encryption',
  title: 'New volumes are encrypted by default in the region',
  description:
    'Reads in each region whether EBS encrypts new volumes and copies of snapshots of the account without being asked to.',
  risk: 'Without the default, encryption depends on everyone who makes a volume remembering to ask for it.',
  decision:
    'Judged for each region, used or not. Passes when encryption by default is on, with whichever key. Fails when it is off. Volumes that are there already are for another check.',
  fix: {
    text: 'Turn on encryption by default in every region, used or not.',
    console: [
      'Open Amazon EC2 in the region; on the dashboard’s card Account attributes, choose Data protection and security.',
      'Under EBS encryption, choose Manage.',
      'Tick Enable, choose the key that new volumes get, and choose Update EBS encryption.',
      'Do the same in every other region that is enabled.',
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
