import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_kms_encryption_enabled',
  title: 'Trail encrypts its logs with a key of KMS',
  description:
    'Reads from the settings of each trail whether it names a KMS key for the log files that it delivers to S3.',
  risk: 'Whoever may read the bucket reads the logs: no second permission stands between.',
  decision:
    'Passes when the trail names a KMS key. Fails when it names none, so that S3 encrypts the files with a key of its own. Each trail is judged once, in its home region; that of an organisation is judged in its member accounts too. The state and the policy of the key are not looked at.',
  fix: {
    text: 'Give the trail a key of KMS whose policy lets CloudTrail encrypt.',
    console: [
      'Open AWS CloudTrail in the trail’s home region, choose Trails, then the trail.',
      'Under General details, choose Edit.',
      'Enable Log file SSE-KMS encryption and choose a customer managed key in the region of the bucket.',
      'See that the key policy lets cloudtrail.amazonaws.com call kms:GenerateDataKey* and kms:DescribeKey, and lets those who read the logs call kms:Decrypt.',
      'Choose Save changes.',
    ],
    cli: 'aws cloudtrail update-trail --name <name> --kms-key-id <key>',
    terraform: `resource "aws_cloudtrail" "audit" {
  name                  = "audit"
  s3_bucket_name        = aws_s3_bucket.audit.id
  is_multi_region_trail = true
  kms_key_id            = aws_kms_key.audit.arn
}`,
  },
  source:
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/encrypting-cloudtrail-log-files-with-aws-kms.html',
  links: [
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/create-kms-key-policy-for-cloudtrail.html',
  ],
  over: 'trails',
  needs: [],
  judge: ({ name, kms_key: key }) =>
    key
      ? pass(`The trail ${name} encrypts its logs with ${key}.`)
      : fail(`The trail ${name} encrypts its logs without a key of KMS.`),
})
