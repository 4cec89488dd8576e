import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_acl_prohibited',
  title: 'Access control lists are turned off',
  description:
    'Reads the object ownership of each bucket, which says whether access control lists have any effect on it and its objects.',
  risk: 'Lists on single objects grant access beside the policy, where reviews do not look.',
  decision:
    'Passes when object ownership is BucketOwnerEnforced. Fails when it is BucketOwnerPreferred or ObjectWriter, and when it was never set, as lists then apply. Whether a list grants anything to others is not asked here.',
  fix: {
    text: 'Set the object ownership to BucketOwnerEnforced.',
    console: [
      'Open S3, choose the bucket, then the tab Permissions.',
      'Under Access control list note whom it lets in besides the owner, and let them in by the bucket policy instead.',
      'Remove those grants: S3 refuses the change while there are any.',
      'Under Object Ownership choose Edit, then ACLs disabled, and choose Save changes.',
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
      ? pass(`${name} ignores access control lists.`)
      : fail(`${name} applies access control lists (object ownership: ${ownership ?? 'not set'}).`),
})
