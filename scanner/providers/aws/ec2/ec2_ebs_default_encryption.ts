import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_default_encryption',
  title: 'New volumes are encrypted by default in the region',
  risk: 'Without the default, encryption depends on everyone who makes a volume remembering to ask for it.',
  fix: {
    text: 'Turn on encryption by default in every region, used or not.',
    cli: 'aws ec2 enable-ebs-encryption-by-default --region <region>',
    url: 'https://docs.aws.amazon.com/ebs/latest/userguide/encryption-by-default.html',
  },
  source: 'https://docs.aws.amazon.com/ebs/latest/userguide/encryption-by-default.html',
  over: 'settings',
  needs: ['ebs_encryption'],
  judge: ({ region, ebs_encryption }) =>
    ebs_encryption
      ? pass(`New volumes in ${region} are encrypted by default.`)
      : fail(`New volumes in ${region} are not encrypted by default.`),
})
