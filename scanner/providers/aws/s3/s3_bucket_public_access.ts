import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { granted, isBlocked, openingUnlessBlocked, publicGrants } from './exposure.ts'
import { check } from './resources.ts'

const permissions = ['READ', 'WRITE', 'READ_ACP', 'WRITE_ACP', 'FULL_CONTROL']

export default check({
  id: 's3_bucket_public_access',
  title: 'Bucket is not open to the public',
  description:
    'Reads the access control list, the policy and Block Public Access of each bucket, and asks whether anything lets the public in.',
  risk: 'Anyone on the internet can list, read or change what an open bucket holds, and scanners look for such buckets all the time.',
  decision:
    'Fails when the access control list grants anything to everyone or to any AWS account, and IgnorePublicAcls is on neither for the bucket nor for the account; and when the policy allows every principal something without a condition that binds it to accounts, an organization, networks, a VPC or a source, and RestrictPublicBuckets is on for neither. A range of addresses wider than /8, or /32 of IPv6, binds nobody. Passes otherwise, and where a Deny takes back all of it for certain. A condition whose meaning is not known leaves a gap in coverage, unless the list fails already or RestrictPublicBuckets is on. Lists of single objects and policies of access points are not read.',
  fix: {
    text: 'Block public access for the bucket, then remove the public grants and statements.',
    console: [
      'Open S3, choose the bucket, then the tab Permissions.',
      'Under Block public access (bucket settings) choose Edit, tick Block all public access, and confirm.',
      'Under Bucket policy remove the statements that let everyone in, and under Access control list the grants to Everyone and to authenticated users.',
      'Serve what the public is to see by CloudFront with origin access control.',
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
      return fail(`${name} is public by its access control list: ${granted(grants)}.`)
    }
    const restricted = () => isBlocked('restrict_public_buckets', own, accounts, account)
    const open = openingUnlessBlocked(
      () => opening(policy ?? [], { account, service: 's3' }),
      restricted,
    )
    if (open === 'blocked anyway') {
      return pass(`Blocked public access keeps everyone out of ${name}, whatever its policy means.`)
    }
    if (open !== 'none' && !restricted()) {
      return fail(`${name} is public by its policy: ${named(open)} lets everyone in.`)
    }
    return grants.length > 0 || open !== 'none'
      ? pass(`${name} has public grants, and blocked public access keeps them without effect.`)
      : pass(`Neither the policy nor the access control list of ${name} lets everyone in.`)
  },
})
