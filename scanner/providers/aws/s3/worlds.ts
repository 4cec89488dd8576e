// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import { parsePolicy, type Statement } from '../policy/index.ts'
import type { AccessPoint, Account, Bucket, PublicAccessBlock } from './resources.ts'

export const blocked: PublicAccessBlock = {
  block_public_acls: true,
  ignore_public_acls: true,
  block_public_policy: true,
  restrict_public_buckets: true,
}

/** A private bucket with all settings that are free of charge. */
export const bucket = world<Bucket>({
  uid: 'arn:aws:s3:::ledger',
  name: 'ledger',
  region: 'eu-west-1',
  owner_id: '79a59df900b949e55d96a1e698fbaced',
  policy: null,
  acl: [{ grantee: '79a59df900b949e55d96a1e698fbaced', permission: 'FULL_CONTROL' }],
  public_access_block: null,
  encryption: 'AES256',
  versioning: { enabled: true, mfa_delete: true },
  logging_target: 'ledger-logs',
  ownership: 'BucketOwnerEnforced',
  object_lock: true,
  lifecycle_rules: [{ id: 'expire', enabled: true }],
})

export const account = world<Account>({
  uid: 'arn:aws:s3:us-east-1:123456789012:account',
  name: '123456789012',
  region: 'us-east-1',
  public_access_block: blocked,
})

export const accessPoint = world<AccessPoint>({
  uid: 'arn:aws:s3:eu-west-1:123456789012:accesspoint/reports',
  name: 'reports',
  region: 'eu-west-1',
  bucket: 'ledger',
  public_access_block: blocked,
})

const statement = (body: Record<string, unknown>): Statement => {
  const [first] = parsePolicy(JSON.stringify({ Statement: [{ Resource: '*', ...body }] }))
  if (!first) throw new Error('a statement was expected')
  return first
}

export const allowing = (actions: string[], principals: string[], conditions = {}): Statement =>
  statement({
    Effect: 'Allow',
    Action: actions,
    Principal: { AWS: principals },
    Condition: conditions,
  })

export const denying = (actions: string[], conditions = {}): Statement =>
  statement({ Effect: 'Deny', Action: actions, Principal: '*', Condition: conditions })
