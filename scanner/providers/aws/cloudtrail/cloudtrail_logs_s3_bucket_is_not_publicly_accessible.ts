import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_logs_s3_bucket_is_not_publicly_accessible',
  title: 'Bucket of the logs is not public',
  description:
    'Reads the policy, the access control list and the public access blocks of the bucket that each trail delivers to, to tell whether strangers get to the logs.',
  risk: 'The logs tell a stranger who works in the account, which resources it has and what of an attack is recorded; if everyone may write, they can also be forged or overwritten.',
  decision:
    'Fails when the list grants READ, WRITE, READ_ACP, WRITE_ACP or FULL_CONTROL to everyone or to every AWS account, and neither bucket nor account ignores public lists; and when the policy lets everyone in, and neither restricts public buckets. Passes otherwise; lists of single objects are not read. A bucket that cannot be read, a condition of unknown meaning, and a public bucket of another account that does not block it itself give no verdict but a gap in coverage.',
  fix: {
    text: 'Block public access to the bucket and remove what is granted to everyone.',
    console: [
      'Open Amazon S3, choose the bucket that the trail names, then its tab Permissions.',
      'Under Block public access, choose Edit, tick Block all public access, and save.',
      'Under Bucket policy, choose Edit, and leave only statements that name CloudTrail with a condition on aws:SourceArn, and the principals that read the logs.',
      'Under Object Ownership, choose Edit, then ACLs disabled, so that no list grants anything.',
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
      ? fail(`${bucket}, where the trail ${name} logs, is public: ${why}.`)
      : pass(
          `Neither the policy nor the access control list of ${bucket}, where the trail ${name} logs, lets everyone in, or the block of public access stops it.`,
        ),
})
