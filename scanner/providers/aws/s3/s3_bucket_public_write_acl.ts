import { fail, pass } from '../../../kit/index.ts'
import { granted, isBlocked, publicGrants } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_public_write_acl',
  title: 'Access control list lets nobody unknown write',
  risk: 'A list that grants writing to everyone lets strangers replace, add and delete objects, or grant themselves the rest.',
  fix: {
    text: 'Turn access control lists off, or remove the grants to everyone and to any AWS account.',
    cli: 'aws s3api put-bucket-ownership-controls --bucket <name> --ownership-controls Rules=[{ObjectOwnership=BucketOwnerEnforced}]',
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html',
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
