import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { granted, isBlocked, openingUnlessBlocked, publicGrants } from './exposure.ts'
import { check } from './resources.ts'

const permissions = ['READ', 'WRITE', 'READ_ACP', 'WRITE_ACP', 'FULL_CONTROL']

export default check({
  id: 's3_bucket_public_access',
  title: 'S3 bucket does not allow public access',
  description:
    'Reads the ACL, the policy and the Block Public Access settings of each bucket for public access.',
  risk: 'Anonymous users on the internet can list, read or change the contents of a public bucket. Automated scanners search for such buckets.',
  decision:
    'Fails if the ACL grants anything to everyone or to any AWS account, and IgnorePublicAcls is off for both the bucket and the account. Fails if the policy allows every principal an action without a condition that restricts it to accounts, an organization, networks, a VPC or a source, and RestrictPublicBuckets is off for both. An IP range wider than /8, or /32 for IPv6, does not count as a restriction. Passes otherwise, including if a Deny certainly revokes all of it. A condition that the scanner does not know is reported as a coverage gap, unless the ACL already fails or RestrictPublicBuckets is on. The check does not read object ACLs and access point policies.',
  fix: {
    text: 'Turn on Block Public Access for the bucket, then remove the public grants and statements.',
    console: [
      'Open S3, choose the bucket, then the Permissions tab.',
      'Under Block public access (bucket settings), choose Edit, select Block all public access, and confirm.',
      'Under Bucket policy, remove the statements that grant public access. Under Access control list, remove the grants to Everyone and to Authenticated users group.',
      'Serve public content through CloudFront with origin access control.',
    ],
    cli: 'aws s3api put-public-access-block --bucket <public bucket> --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true',
    terraform: `resource "aws_s3_bucket_public_access_block" "website" {
  bucket                  = aws_s3_bucket.website.id
  block_public_acls       = true
  ignore_public_acls      = true
  block_public_policy     = true
  restrict_public_buckets = true
}

resource "aws_cloudfront_origin_access_control" "website" {
  name                              = "website"
  origin_access_control_origin_type = "s3"
  signing_behavior                  = "always"
  signing_protocol                  = "sigv4"
}`,
    url: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/configuring-block-public-access-bucket.html',
  },
  source:
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html',
  links: [
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-s3.html',
  ],
  over: 'buckets',
  needs: ['acl', 'policy', 'public_access_block'],
  with: { accounts: { by: 'name', fields: ['public_access_block'] } },
  judge: ({ name, acl, policy, public_access_block: own }, { account, joined: { accounts } }) => {
    const grants = publicGrants(acl, permissions)
    if (grants.length > 0 && !isBlocked('ignore_public_acls', own, accounts, account)) {
      return fail(`The ACL of bucket ${name} allows public access: it grants ${granted(grants)}.`)
    }
    const restricted = () => isBlocked('restrict_public_buckets', own, accounts, account)
    const open = openingUnlessBlocked(
      () => opening(policy ?? [], { account, service: 's3' }),
      restricted,
    )
    if (open === 'blocked anyway') {
      return pass(
        `Block Public Access prevents public access to bucket ${name}, regardless of its policy.`,
      )
    }
    if (open !== 'none' && !restricted()) {
      return fail(
        `The policy of bucket ${name} allows public access: ${named(open)} grants access to everyone.`,
      )
    }
    return grants.length > 0 || open !== 'none'
      ? pass(`Bucket ${name} has public grants, but Block Public Access overrides them.`)
      : pass(`Neither the policy nor the ACL of bucket ${name} grants public access.`)
  },
})
