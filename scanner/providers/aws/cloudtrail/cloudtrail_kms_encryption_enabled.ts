import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_kms_encryption_enabled',
  title: 'Trail encrypts its logs with a key of KMS',
  risk: 'Whoever may read the bucket reads the logs: no second permission stands between.',
  fix: {
    text: 'Give the trail a key of KMS whose policy lets CloudTrail encrypt.',
    cli: 'aws cloudtrail update-trail --name <name> --kms-id <key>',
  },
  source:
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/encrypting-cloudtrail-log-files-with-aws-kms.html',
  over: 'trails',
  needs: [],
  judge: ({ name, kms_key: key }) =>
    key
      ? pass(`The trail ${name} encrypts its logs with ${key}.`)
      : fail(`The trail ${name} encrypts its logs without a key of KMS.`),
})
