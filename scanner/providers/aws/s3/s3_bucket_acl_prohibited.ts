import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_acl_prohibited',
  title: 'S3 bucket has ACLs disabled',
  description:
    'Reads the Object Ownership setting of each bucket. It determines whether access control lists (ACLs) apply to the bucket and its objects.',
  risk: 'ACLs on individual objects grant access outside the bucket policy, where access reviews often miss it.',
  decision:
    'Passes if Object Ownership is BucketOwnerEnforced. Fails if it is BucketOwnerPreferred or ObjectWriter, or if it was never set, because ACLs then apply. The check does not read whether an ACL grants access to others.',
  fix: {
    text: 'Set Object Ownership to BucketOwnerEnforced.',
    console: [
      'Open S3, choose the bucket, then the Permissions tab.',
      'Under Access control list, note the grantees other than the owner, and grant them access in the bucket policy instead.',
      'Remove those grants. S3 rejects the change while they exist.',
      'Under Object Ownership, choose Edit, then ACLs disabled, and choose Save changes.',
    ],
    cli: "aws s3api put-bucket-ownership-controls --bucket <bucket> --ownership-controls 'Rules=[{ObjectOwnership=BucketOwnerEnforced}]'",
    terraform: `resource "aws_s3_bucket_ownership_controls" "ledger" {
  bucket = aws_s3_bucket.ledger.id

  rule {
    object_ownership = "BucketOwnerEnforced"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html',
  links: [
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-ownership-migrating-acls-prerequisites.html',
  ],
  over: 'buckets',
  needs: ['ownership'],
  judge: ({ name, ownership }) =>
    ownership === 'BucketOwnerEnforced'
      ? pass(`Bucket ${name} has ACLs disabled.`)
      : fail(`Bucket ${name} has ACLs enabled (Object Ownership: ${ownership ?? 'not set'}).`),
})
