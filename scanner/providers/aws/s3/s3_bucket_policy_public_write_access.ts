import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { isBlocked, openingUnlessBlocked } from './exposure.ts'
import { check } from './resources.ts'

/** Actions that change the bucket, its settings or its objects. */
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
  title: 'S3 bucket policy does not allow public write access',
  description:
    'Reads the policy of each bucket for statements that allow everyone to change the bucket, its settings or its objects.',
  risk: 'Anonymous users can replace trusted objects, store data at the owner’s cost, or delete the contents of the bucket.',
  decision:
    'Fails if the policy allows every principal a write action, and no condition restricts it to accounts, an organization, networks, a VPC or a source. Examples of write actions are s3:Put*, s3:Delete*, s3:Create*, s3:Replicate* and s3:Restore*. An IP range wider than /8, or /32 for IPv6, does not count as a restriction. An AWS service is not everyone, as S3 defines it. Passes if no statement does so, if a Deny certainly revokes all of it, or if RestrictPublicBuckets is on for the bucket or the account. A condition that the scanner does not know is reported as a coverage gap, unless RestrictPublicBuckets is on. The check does not read ACLs.',
  fix: {
    text: 'Name the principals that write, or restrict the statement to your organization, and turn on RestrictPublicBuckets for the bucket.',
    console: [
      'Open S3, choose the bucket, then the Permissions tab.',
      'Under Block public access (bucket settings), choose Edit, select Block all public access, and confirm. This blocks anonymous users immediately.',
      'Under Bucket policy, choose Edit, and replace Principal "*" with the roles or accounts that write.',
      'Choose Save changes, and look in CloudTrail or the access logs for objects that anonymous users wrote.',
      'For the command, save the policy that aws s3api get-bucket-policy returns to the file given to --policy, and replace Principal "*" in it.',
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
    if (open === 'none')
      return pass(`Bucket ${name} has no policy that allows public write access.`)
    if (open === 'blocked anyway') {
      return pass(
        `Block Public Access prevents public write access to bucket ${name}, regardless of its policy.`,
      )
    }
    return restricted()
      ? pass(
          `The policy of bucket ${name} allows public write access, but Block Public Access overrides it.`,
        )
      : fail(
          `Bucket ${name} allows public write access: ${named(open)} does not restrict the principal.`,
        )
  },
})
