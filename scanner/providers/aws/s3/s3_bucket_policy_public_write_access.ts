import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { isBlocked, openingUnlessBlocked } from './exposure.ts'
import { check } from './resources.ts'

/** Whatever changes the bucket, its settings or what it holds. */
const writes = [
  's3:abort*',
  's3:bypass*',
  's3:create*',
  's3:delete*',
  's3:initiate*',
  's3:objectowneroverride*',
  's3:pause*',
  's3:put*',
  's3:replicate*',
  's3:restore*',
  's3:tagresource',
  's3:untagresource',
  's3:update*',
]

export default check({
  id: 's3_bucket_policy_public_write_access',
  title: 'Bucket policy does not let everyone write',
  description:
    'Reads the policy of each bucket and asks whether it lets everyone change the bucket, its settings or its objects.',
  risk: 'Whoever can write to a bucket can replace what others trust, fill it at the owner’s cost, or wipe it.',
  decision:
    'Fails when the policy allows every principal an action that writes, such as s3:Put*, s3:Delete*, s3:Create*, s3:Replicate* or s3:Restore*, and no condition binds it to accounts, an organization, networks, a VPC or a source; a range of addresses wider than /8, or /32 of IPv6, binds nobody. A service of AWS is not everyone, as S3 defines it. Passes when no statement does so, when a Deny takes back all of it for certain, and when RestrictPublicBuckets is on for the bucket or the account. A condition whose meaning is not known leaves a gap in coverage, unless RestrictPublicBuckets is on. Access control lists are not read here.',
  fix: {
    text: 'Name the principals that write, or bind everyone to your organization, and restrict public policies on the bucket.',
    console: [
      'Open S3, choose the bucket, then the tab Permissions.',
      'Under Block public access (bucket settings) choose Edit, tick Block all public access, and confirm, which stops strangers at once.',
      'Under Bucket policy choose Edit, and name the roles or accounts that write in place of Principal "*".',
      'Choose Save changes, and look in CloudTrail or the access logs for what strangers wrote.',
    ],
    cli: 'aws s3api put-bucket-policy --bucket <bucket> --policy file://named-writers.json',
    terraform: `resource "aws_s3_bucket_policy" "uploads" {
  bucket = aws_s3_bucket.uploads.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = aws_iam_role.uploader.arn }
      Action    = "s3:PutObject"
      Resource  = "\${aws_s3_bucket.uploads.arn}/*"
    }]
  })
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html',
  links: ['https://docs.aws.amazon.com/AmazonS3/latest/userguide/example-bucket-policies.html'],
  over: 'buckets',
  needs: ['policy', 'public_access_block'],
  with: { accounts: { by: 'name', fields: ['public_access_block'] } },
  judge: ({ name, policy, public_access_block: own }, { account, joined: { accounts } }) => {
    const restricted = () => isBlocked('restrict_public_buckets', own, accounts, account)
    const open = openingUnlessBlocked(
      () => opening(policy ?? [], { account, actions: writes, service: 's3' }),
      restricted,
    )
    if (open === 'none') return pass(`${name} has no policy that lets everyone write.`)
    if (open === 'blocked anyway') {
      return pass(
        `Whatever the policy of ${name} means, blocked access does not let everyone write.`,
      )
    }
    return restricted()
      ? pass(
          `${name} has a policy that lets everyone write, kept without effect by blocked access.`,
        )
      : fail(`${name} lets everyone write: ${named(open)} names no one in particular.`)
  },
})
