import { fail, pass } from '../../../kit/index.ts'
import { granted, isBlocked, publicGrants } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_public_write_acl',
  title: 'S3 bucket ACL does not allow public write access',
  description:
    'Reads the ACL of each bucket for grants to everyone, or to any AWS account, that allow writing objects or changing the ACL.',
  risk: 'Anonymous users can replace, add and delete objects, or grant themselves further permissions.',
  decision:
    'Fails if the ACL grants WRITE, WRITE_ACP or FULL_CONTROL to everyone or to any AWS account, and IgnorePublicAcls is off for both the bucket and the account. Passes if there is no such grant, or if IgnorePublicAcls overrides it. The check does not read policies and object ACLs.',
  fix: {
    text: 'Remove the grants that allow everyone or any AWS account to write, and disable ACLs.',
    console: [
      'Open S3, choose the bucket, then the Permissions tab.',
      'Under Access control list, choose Edit, and clear Write for Everyone (public access) and Authenticated users group, for objects and for the bucket ACL.',
      'Choose Save changes.',
      'Look for objects that anonymous users wrote, and delete them.',
      'Under Object Ownership, choose ACLs disabled.',
      'The command replaces the ACL. Put the output of aws s3api get-bucket-acl in the file given to --access-control-policy, without the write grants to AllUsers and AuthenticatedUsers.',
    ],
    cli: 'aws s3api put-bucket-acl --bucket <bucket> --access-control-policy file://grants-without-writing.json',
    terraform: `resource "aws_s3_bucket_ownership_controls" "uploads" {
  bucket = aws_s3_bucket.uploads.id

  rule {
    object_ownership = "BucketOwnerEnforced"
  }
}

resource "aws_s3_bucket_public_access_block" "uploads" {
  bucket                  = aws_s3_bucket.uploads.id
  block_public_acls       = true
  ignore_public_acls      = true
  block_public_policy     = true
  restrict_public_buckets = true
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html',
  links: ['https://docs.aws.amazon.com/AmazonS3/latest/userguide/managing-acls.html'],
  over: 'buckets',
  needs: ['acl', 'public_access_block'],
  with: { accounts: { by: 'name', fields: ['public_access_block'] } },
  judge: ({ name, acl, public_access_block: own }, { account, joined: { accounts } }) => {
    const grants = publicGrants(acl, ['WRITE', 'WRITE_ACP', 'FULL_CONTROL'])
    if (grants.length === 0)
      return pass(`The ACL of bucket ${name} does not allow public write access.`)
    return isBlocked('ignore_public_acls', own, accounts, account)
      ? pass(`Bucket ${name} grants ${granted(grants)}, but Block Public Access overrides this.`)
      : fail(`Bucket ${name} grants ${granted(grants)}.`)
  },
})
