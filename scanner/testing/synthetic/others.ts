/** A synthetic account's resources outside its regions' networks. */
import type { Account } from '../aws/account.ts'
import type { PolicyDocument } from '../aws/policy-document.ts'
import type { Role, User } from '../aws/iam/state.ts'
import type { Key } from '../aws/kms.state.ts'
import type { Bucket } from '../aws/s3/state.ts'
import type { Draw } from './draw.ts'

const numbered = (prefix: string, number: number, length: number) =>
  prefix + String(number).padStart(length - prefix.length, '0')

export const syntheticBucket = (
  draw: Draw,
  number: number,
  region: string,
  { s3 }: Account,
): Bucket => {
  const closed = draw.often(85)
  return {
    name: `synthetic-bucket-${String(number).padStart(6, '0')}`,
    region,
    createdAt: draw.ago(draw.upTo(2000)),
    acl: [{ to: { canonicalId: s3.canonicalId }, permission: 'FULL_CONTROL' }],
    policy: null,
    publicAccessBlock: {
      blockPublicAcls: closed,
      ignorePublicAcls: closed,
      blockPublicPolicy: closed,
      restrictPublicBuckets: closed,
    },
    encryption: { algorithm: 'AES256', bucketKey: false },
    versioning: draw.often(60) ? { status: 'Enabled', mfaDelete: false } : null,
    logging: null,
    ownership: 'BucketOwnerEnforced',
    lifecycle: [],
    replication: null,
    notifications: { topics: [], eventBridge: false },
    objectLock: null,
    objects: [],
    tags: {},
  }
}

export const syntheticUser = (draw: Draw, number: number, accountId: string): User => {
  const name = `user-${String(number).padStart(5, '0')}`
  const createdAt = draw.ago(100 + draw.upTo(1500))
  const hasMfa = draw.often(70)
  return {
    name,
    id: numbered('AIDA', number, 21),
    path: '/',
    createdAt,
    attachedPolicies: [],
    inlinePolicies: {},
    console: draw.often(60)
      ? { createdAt, changedAt: createdAt, lastUsedAt: draw.ago(draw.upTo(100)) }
      : null,
    accessKeys: draw.often(50)
      ? [
          {
            id: numbered('AKIA', number, 20),
            active: true,
            createdAt: draw.ago(draw.upTo(200)),
            lastUsed: { at: draw.ago(1), region: 'us-east-1', service: 'ec2' },
          },
        ]
      : [],
    mfaDevices: hasMfa
      ? [{ serial: `arn:aws:iam::${accountId}:mfa/${name}`, kind: 'virtual', enabledAt: createdAt }]
      : [],
    groups: [],
    tags: {},
  }
}

const ec2Trust: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' },
  ],
}

export const syntheticRole = (draw: Draw, number: number): Role => ({
  name: `role-${String(number).padStart(5, '0')}`,
  id: numbered('AROA', number, 21),
  path: '/',
  createdAt: draw.ago(draw.upTo(1500)),
  attachedPolicies: [],
  inlinePolicies: {},
  trust: ec2Trust,
  description: '',
  maxSessionSeconds: 3600,
  lastUsed: null,
  tags: {},
})

export const syntheticKey = (
  draw: Draw,
  number: number,
  region: string,
  accountId: string,
): Key => ({
  id: `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`,
  region,
  description: '',
  manager: 'CUSTOMER',
  state: 'Enabled',
  spec: 'SYMMETRIC_DEFAULT',
  usage: 'ENCRYPT_DECRYPT',
  origin: 'AWS_KMS',
  multiRegion: false,
  createdAt: draw.ago(draw.upTo(1500)),
  rotationPeriodDays: draw.often(60) ? 365 : null,
  policy: {
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: `arn:aws:iam::${accountId}:root` },
        Action: 'kms:*',
        Resource: '*',
      },
    ],
  },
  aliases: [],
  tags: {},
})
