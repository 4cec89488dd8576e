import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_bucket_requires_mfa_delete',
  title: 'CloudTrail log bucket has MFA delete enabled',
  description:
    'Reads the versioning configuration of the bucket that each trail writes to. With MFA delete, permanently deleting a version requires a code from the root user’s MFA device.',
  risk: 'An attacker with administrator keys can delete the log files that record the attack.',
  decision:
    'Passes if MFA delete is enabled for the bucket of the trail. Fails if it is not, including when the bucket was never versioned. If the versioning configuration cannot be read, such as for a bucket of another account, there is no verdict but a gap in coverage.',
  fix: {
    text: 'As the root user, enable versioning with MFA delete for the log bucket.',
    console: [
      'The console cannot enable MFA delete.',
      'Sign in as the root user, create a temporary access key, and use the AWS CLI with a code from the root user’s MFA device.',
      'Delete the access key of the root user.',
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
      ? pass(`The bucket ${bucket} of the trail ${name} has MFA delete enabled.`)
      : fail(`The bucket ${bucket} of the trail ${name} does not have MFA delete enabled.`),
})
