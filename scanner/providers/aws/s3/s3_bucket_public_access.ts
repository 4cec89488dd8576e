import { fail, pass } from '../../../kit/index.ts'
import { isPublic } from '../policy.ts'
import { granted, isBlocked, named, publicGrants } from './exposure.ts'
import { check } from './resources.ts'

const permissions = ['READ', 'WRITE', 'READ_ACP', 'WRITE_ACP', 'FULL_CONTROL']

export default check({
  id: 's3_bucket_public_access',
  title: 'Bucket is not open to the public',
  risk: 'Anyone on the internet can list, read or change what an open bucket holds; such buckets are found by scanners within hours.',
  fix: {
    text: 'Block public access for the bucket, then remove the public grants and statements.',
    cli: 'aws s3api put-public-access-block --bucket <name> --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true',
    url: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/configuring-block-public-access-bucket.html',
  },
  source:
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html',
  over: 'buckets',
  needs: ['acl', 'policy', 'public_access_block'],
  with: { accounts: { by: 'name', fields: ['public_access_block'] } },
  judge: ({ name, acl, policy, public_access_block: own }, { account, joined: { accounts } }) => {
    const grants = publicGrants(acl, permissions)
    if (grants.length > 0 && !isBlocked('ignore_public_acls', own, accounts, account)) {
      return fail(`${name} is public by its access control list: ${granted(grants)}.`)
    }
    const open = (policy ?? []).find(isPublic)
    if (open && !isBlocked('restrict_public_buckets', own, accounts, account)) {
      return fail(`${name} is public by its policy: ${named(open)} lets everyone in.`)
    }
    return grants.length > 0 || open
      ? pass(`${name} has public grants, and blocked public access keeps them without effect.`)
      : pass(`${name} grants nothing to the public.`)
  },
})
