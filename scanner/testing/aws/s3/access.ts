/** Access to a bucket: ACLs, policy, public access block, ownership. */
import type { PolicyDocument } from '../policy-document.ts'
import type { Call, Operation } from '../call.ts'
import { Fault } from '../fault.ts'
import { bucketHere, bucketResource, settingOf } from './bucket.ts'
import { isPublicPolicy } from './public-policy.ts'
import type { Grant, PublicAccessBlock } from './state.ts'

const groups = {
  everyone: 'http://acs.amazonaws.com/groups/global/AllUsers',
  'any AWS user': 'http://acs.amazonaws.com/groups/global/AuthenticatedUsers',
  'log delivery': 'http://acs.amazonaws.com/groups/s3/LogDelivery',
}

const grantee = (to: Grant['to']) => ({
  '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  ...(typeof to === 'string'
    ? { '@xsi:type': 'Group', URI: groups[to] }
    : { '@xsi:type': 'CanonicalUser', ID: to.canonicalId }),
})

const aclOf = (ownerId: string, grants: readonly Grant[]) => ({
  Owner: { ID: ownerId },
  AccessControlList: {
    Grant: grants.map(({ to, permission }) => ({ Grantee: grantee(to), Permission: permission })),
  },
})

export const publicAccessBlockTree = (block: PublicAccessBlock) => ({
  BlockPublicAcls: block.blockPublicAcls,
  IgnorePublicAcls: block.ignorePublicAcls,
  BlockPublicPolicy: block.blockPublicPolicy,
  RestrictPublicBuckets: block.restrictPublicBuckets,
})

export const noPublicAccessBlock = [
  'NoSuchPublicAccessBlockConfiguration',
  'The public access block configuration was not found',
] as const

const policyOf = (call: Call): PolicyDocument =>
  settingOf(bucketHere(call).policy, 'NoSuchBucketPolicy', 'The bucket policy does not exist')

const objectAcl = (call: Call) => {
  const key = call.input.text('Key') ?? ''
  const object = bucketHere(call).objects.find((each) => each.key === key)
  if (!object)
    throw new Fault('NoSuchKey', 404, 'The specified key does not exist.', { fields: { Key: key } })
  return aclOf(call.account.s3.canonicalId, object.acl)
}

const resource = bucketResource

export const accessOperations: Record<string, Operation> = {
  GetBucketAcl: {
    resource,
    root: 'AccessControlPolicy',
    answer: (call) => aclOf(call.account.s3.canonicalId, bucketHere(call).acl),
  },
  GetObjectAcl: {
    resource: (call) => `${bucketResource(call)}/${call.input.text('Key') ?? ''}`,
    root: 'AccessControlPolicy',
    answer: objectAcl,
  },
  GetBucketPolicy: {
    resource,
    answer: (call) => ({ raw: JSON.stringify(policyOf(call)), contentType: 'application/json' }),
  },
  GetBucketPolicyStatus: {
    resource,
    root: 'PolicyStatus',
    answer: (call) => ({ IsPublic: isPublicPolicy(policyOf(call)) }),
  },
  GetPublicAccessBlock: {
    permission: 's3:GetBucketPublicAccessBlock',
    resource,
    root: 'PublicAccessBlockConfiguration',
    answer: (call) =>
      publicAccessBlockTree(settingOf(bucketHere(call).publicAccessBlock, ...noPublicAccessBlock)),
  },
  GetBucketOwnershipControls: {
    resource,
    root: 'OwnershipControls',
    answer: (call) => {
      const ownership = settingOf(
        bucketHere(call).ownership,
        'OwnershipControlsNotFoundError',
        'The bucket ownership controls were not found',
      )
      return { Rule: [{ ObjectOwnership: ownership }] }
    },
  },
}
