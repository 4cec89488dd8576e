import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_kms_encryption_enabled',
  title: 'Trail encrypts its log files with a KMS key',
  description: 'Reads whether each trail has a KMS key for the log files that it delivers to S3.',
  risk: 'Users who can read the bucket can read the logs. No key policy adds a second layer of access control.',
  decision:
    'Passes if the trail has a KMS key. Fails if it has none, so that S3 encrypts the files with its own key. Each trail is evaluated once, in its home region. An organization trail is also evaluated in its member accounts. The state and the policy of the key are not evaluated.',
  fix: {
    text: 'Configure the trail with a KMS key whose policy allows CloudTrail to encrypt.',
    console: [
      'Open AWS CloudTrail in the trail’s home region, choose Trails, then the trail.',
      'Under General details, choose Edit.',
      'Enable Log file SSE-KMS encryption, and choose a customer managed key in the region of the bucket.',
      'Make sure that the key policy allows cloudtrail.amazonaws.com to call kms:GenerateDataKey* and kms:DescribeKey, and allows log readers to call kms:Decrypt.',
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
      ? pass(`The trail ${name} encrypts its log files with the KMS key ${key}.`)
      : fail(`The trail ${name} has no KMS key for its log files.`),
})
