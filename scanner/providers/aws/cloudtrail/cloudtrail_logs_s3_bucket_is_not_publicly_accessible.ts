import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_logs_s3_bucket_is_not_publicly_accessible',
  title: 'CloudTrail log bucket is not publicly accessible',
  description:
    'Reads the policy, the ACL and the public access block settings of the bucket that each trail delivers to.',
  risk: 'Anonymous users can read from the logs who works in the account, which resources it has and what is recorded of an attack. With public write access, they can also forge or overwrite logs.',
  decision:
    'Fails if the ACL grants READ, WRITE, READ_ACP, WRITE_ACP or FULL_CONTROL to everyone or to every AWS account, and neither the bucket nor the account ignores public ACLs. Fails if the policy allows public access, and neither the bucket nor the account restricts public buckets. Passes otherwise. ACLs of single objects are not read. A bucket that cannot be read, a condition with an unknown meaning, and a public bucket of another account without its own block give no verdict but a gap in coverage.',
  fix: {
    text: 'Block public access to the bucket, and remove public grants.',
    console: [
      'Open Amazon S3, choose the bucket of the trail, and choose the Permissions tab.',
      'Under Block public access, choose Edit, select Block all public access, and choose Save changes.',
      'Under Bucket policy, choose Edit, and keep only statements for CloudTrail with a condition on aws:SourceArn, and for the principals that read the logs.',
      'Under Object Ownership, choose Edit, and choose ACLs disabled, so that no ACL grants access.',
    ],
    cli: 'aws s3api put-public-access-block --bucket <bucket> --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true',
    terraform: `resource "aws_s3_bucket_public_access_block" "audit" {
  bucket                  = aws_s3_bucket.audit.id
  block_public_acls       = true
  ignore_public_acls      = true
  block_public_policy     = true
  restrict_public_buckets = true
}`,
  },
  source: 'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/best-practices-security.html',
  links: [
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/create-s3-bucket-policy-for-cloudtrail.html',
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html',
  ],
  over: 'trails',
  needs: ['bucket_exposure'],
  judge: ({ name, bucket, bucket_exposure: why }) =>
    why
      ? fail(`The bucket ${bucket} of the trail ${name} is public: ${why}.`)
      : pass(
          `The bucket ${bucket} of the trail ${name} is not public. Its policy and ACL do not allow public access, or public access is blocked.`,
        ),
})
