import { fail, pass } from '../../../kit/index.ts'
import { granted, isBlocked, publicGrants } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_public_list_acl',
  title: 'S3 bucket ACL does not allow public listing',
  description:
    'Reads the ACL of each bucket for grants to everyone, or to any AWS account, that allow listing objects or reading the ACL.',
  risk: 'Anonymous users can list object names and target sensitive objects.',
  decision:
    'Fails if the ACL grants READ, READ_ACP or FULL_CONTROL to everyone or to any AWS account, and IgnorePublicAcls is off for both the bucket and the account. Passes if there is no such grant, or if IgnorePublicAcls overrides it. The check does not read policies and object ACLs.',
  fix: {
    text: 'Remove the grants that allow everyone or any AWS account to list the bucket, or disable ACLs.',
    console: [
      'Open S3, choose the bucket, then the Permissions tab.',
      'Under Access control list, choose Edit.',
      'Clear List and Read for Everyone (public access) and Authenticated users group, and choose Save changes.',
      'Under Object Ownership, choose ACLs disabled to prevent such grants in the future.',
      'The command replaces the ACL. Put the owner and the grants that aws s3api get-bucket-acl returns in the file given to --access-control-policy, without the grants to the groups AllUsers and AuthenticatedUsers.',
    ],
    cli: 'aws s3api put-bucket-acl --bucket <bucket> --access-control-policy file://grants-without-listing.json',
    terraform: `resource "aws_s3_bucket_acl" "ledger" {
  bucket = aws_s3_bucket.ledger.id
  acl    = "private"
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html',
  links: ['https://docs.aws.amazon.com/AmazonS3/latest/userguide/managing-acls.html'],
  over: 'buckets',
  needs: ['acl', 'public_access_block'],
  with: { accounts: { by: 'name', fields: ['public_access_block'] } },
  judge: ({ name, acl, public_access_block: own }, { account, joined: { accounts } }) => {
    const grants = publicGrants(acl, ['READ', 'READ_ACP', 'FULL_CONTROL'])
    if (grants.length === 0) return pass(`The ACL of bucket ${name} does not allow public listing.`)
    return isBlocked('ignore_public_acls', own, accounts, account)
      ? pass(`Bucket ${name} grants ${granted(grants)}, but Block Public Access overrides this.`)
      : fail(`Bucket ${name} grants ${granted(grants)}.`)
  },
})
