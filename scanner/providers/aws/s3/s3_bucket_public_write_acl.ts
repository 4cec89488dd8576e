import { fail, pass } from '../../../kit/index.ts'
import { granted, isBlocked, publicGrants } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_public_write_acl',
  title: 'Access control list does not let everyone write',
  description:
    'Reads the access control list of each bucket for grants to everyone, or to any AWS account, that let them write objects or change the list itself.',
  risk: 'A list that grants writing to everyone lets strangers replace, add and delete objects, or grant themselves the rest.',
  decision:
    'Fails when the list grants WRITE, WRITE_ACP or FULL_CONTROL to everyone or to any AWS account, and IgnorePublicAcls is on neither for the bucket nor for the account. Passes when there is no such grant, and when that setting keeps it without effect. Policies and the lists of single objects are not read here.',
  fix: {
    text: 'Remove the grants that let everyone or any AWS account write, and turn access control lists off.',
    console: [
      'Open S3, choose the bucket, then the tab Permissions.',
      'Under Access control list choose Edit, and take Write away from Everyone (public access) and from Authenticated users group, for objects and for the list.',
      'Choose Save changes.',
      'Look for objects that strangers wrote, and delete them.',
      'Under Object Ownership choose ACLs disabled.',
      'The command replaces the list: put into the file what get-bucket-acl shows, less the grants of AllUsers and AuthenticatedUsers that write.',
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
      return pass(`The access control list of ${name} lets no stranger write.`)
    return isBlocked('ignore_public_acls', own, accounts, account)
      ? pass(`${name} grants ${granted(grants)}, kept without effect by blocked access.`)
      : fail(`${name} grants ${granted(grants)}.`)
  },
})
