import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_bucket_requires_mfa_delete',
  title: 'Logs cannot be deleted without a second factor',
  description:
    'Reads the versioning of the bucket that a trail writes to: with MFA delete, removing a version for good takes a code from the root user’s device.',
  risk: 'Whoever gets hold of one administrator’s keys can wipe out the record of what he did with them.',
  decision:
    'Passes when MFA delete is enabled for the bucket of the trail. Fails when it is not, also where the bucket never had versions. A bucket whose versioning may not be read, such as one of another account, gives no verdict but a gap in coverage.',
  fix: {
    text: 'Turn on versioning with MFA delete for the bucket of the logs, as the root user.',
    console: [
      'The console has no switch for MFA delete.',
      'Sign in as the root user, make an access key for the moment, and use the command line with a code of the root user’s MFA device.',
      'Delete the access key of the root user afterwards.',
    ],
    cli: 'aws s3api put-bucket-versioning --bucket <bucket> --versioning-configuration Status=Enabled,MFADelete=Enabled --mfa <device and code>',
    terraform: `resource "aws_s3_bucket_versioning" "trail" {
  bucket = aws_s3_bucket.trail.id
  mfa    = var.root_mfa_device_and_code

  versioning_configuration {
    status     = "Enabled"
    mfa_delete = "Enabled"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/best-practices-security.html',
  links: [
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/MultiFactorAuthenticationDelete.html',
  ],
  over: 'trails',
  needs: ['bucket_mfa_delete'],
  judge: ({ name, bucket, bucket_mfa_delete: guarded }) =>
    guarded
      ? pass(
          `${bucket}, where the trail ${name} logs, asks for a second factor before a version goes.`,
        )
      : fail(`${bucket}, where the trail ${name} logs, lets versions go without a second factor.`),
})
