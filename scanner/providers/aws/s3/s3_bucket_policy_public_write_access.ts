import { fail, pass } from '../../../kit/index.ts'
import { allows, isPublic } from '../policy.ts'
import { isBlocked, named } from './exposure.ts'
import { check } from './resources.ts'

const writes = [
  's3:PutObject',
  's3:PutObjectAcl',
  's3:DeleteObject',
  's3:DeleteObjectVersion',
  's3:PutBucketPolicy',
  's3:DeleteBucketPolicy',
  's3:PutBucketAcl',
  's3:PutBucketOwnershipControls',
  's3:PutLifecycleConfiguration',
  's3:DeleteBucket',
]

export default check({
  id: 's3_bucket_policy_public_write_access',
  title: 'Bucket policy lets nobody unknown write',
  risk: 'Whoever can write to a bucket can replace what others trust, fill it at the owner’s cost, or wipe it.',
  fix: {
    text: 'Name the principals that must write, or restrict public policies for the bucket.',
    cli: 'aws s3api put-public-access-block --bucket <name> --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true',
  },
  source:
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html',
  over: 'buckets',
  needs: ['policy', 'public_access_block'],
  with: { accounts: { by: 'name', fields: ['public_access_block'] } },
  judge: ({ name, policy, public_access_block: own }, { account, joined: { accounts } }) => {
    const open = (policy ?? []).find((it) => isPublic(it) && allows(it, writes))
    if (!open) return pass(`${name} has no policy that lets everyone write.`)
    return isBlocked('restrict_public_buckets', own, accounts, account)
      ? pass(
          `${name} has a policy that lets everyone write, kept without effect by blocked access.`,
        )
      : fail(`${name} lets everyone write: ${named(open)} names no one in particular.`)
  },
})
