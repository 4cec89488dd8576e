import { fail, pass } from '../../../kit/index.ts'
import { granted, isBlocked, publicGrants } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_public_list_acl',
  title: 'Access control list does not let everyone list the bucket',
  description:
    'Reads the access control list of each bucket for grants to everyone, or to any AWS account, that let them list its objects or read the list itself.',
  risk: 'The names of objects tell a stranger what there is to take, and which guesses at single objects will hit.',
  decision:
    'Fails when the list grants READ, READ_ACP or FULL_CONTROL to everyone or to any AWS account, and IgnorePublicAcls is on neither for the bucket nor for the account. Passes when there is no such grant, and when that setting keeps it without effect. Policies and the lists of single objects are not read here.',
  fix: {
    text: 'Remove the grants that let everyone or any AWS account list the bucket, or turn access control lists off.',
    console: [
      'Open S3, choose the bucket, then the tab Permissions.',
      'Under Access control list choose Edit.',
      'Take List and Read away from Everyone (public access) and from Authenticated users group, and choose Save changes.',
      'Under Object Ownership choose ACLs disabled, so that no such grant comes back.',
      'The command replaces the list: put the owner and the grants that get-bucket-acl shows into the file, without those of the groups AllUsers and AuthenticatedUsers.',
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
    if (grants.length === 0)
      return pass(`The access control list of ${name} lets no stranger list.`)
    return isBlocked('ignore_public_acls', own, accounts, account)
      ? pass(`${name} grants ${granted(grants)}, kept without effect by blocked access.`)
      : fail(`${name} grants ${granted(grants)}.`)
  },
})
