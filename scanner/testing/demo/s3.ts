/** The demo account's buckets: secure main buckets, a website, and others of mixed quality. */
import type { PolicyDocument, PolicyStatement } from '../aws/policy-document.ts'
import type { Bucket, PublicAccessBlock, S3 } from '../aws/s3/state.ts'
import { idOf } from './networks.ts'
import { type Ago, canonicalId, demoId, partnerId, websiteBucket } from './facts.ts'

const blocks = (on: boolean): PublicAccessBlock => ({
  blockPublicAcls: on,
  ignorePublicAcls: on,
  blockPublicPolicy: on,
  restrictPublicBuckets: on,
})

const policy = (...Statement: PolicyStatement[]): PolicyDocument => ({
  Version: '2012-10-17',
  Statement,
})

const tlsOnly = (name: string): PolicyStatement => ({
  Sid: 'TlsOnly',
  Effect: 'Deny',
  Principal: '*',
  Action: 's3:*',
  Resource: [`arn:aws:s3:::${name}`, `arn:aws:s3:::${name}/*`],
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
})

const allow = (
  name: string,
  Principal: PolicyStatement['Principal'],
  Action: string[],
  Condition?: PolicyStatement['Condition'],
): PolicyStatement => ({
  Effect: 'Allow',
  Principal: Principal ?? '*',
  Action,
  Resource: [`arn:aws:s3:::${name}`, `arn:aws:s3:::${name}/*`],
  ...(Condition ? { Condition } : {}),
})

const owner = { to: { canonicalId }, permission: 'FULL_CONTROL' } as const

/** A securely configured bucket; each one below sets only its differences. */
const bucket = (name: string, createdAt: Date, differs: Partial<Bucket> = {}): Bucket => ({
  name,
  region: 'us-east-1',
  createdAt,
  acl: [owner],
  policy: policy(tlsOnly(name)),
  publicAccessBlock: blocks(true),
  encryption: { algorithm: 'AES256', bucketKey: false },
  versioning: { status: 'Enabled', mfaDelete: false },
  logging: { bucket: 'larkspur-access-logs', prefix: `${name}/` },
  ownership: 'BucketOwnerEnforced',
  lifecycle: [],
  replication: null,
  notifications: { topics: [], eventBridge: false },
  objectLock: null,
  objects: [],
  tags: { team: 'platform' },
  ...differs,
})

const cloudTrail: PolicyStatement['Principal'] = { Service: 'cloudtrail.amazonaws.com' }

const core = (ago: Ago): Bucket[] => [
  bucket('larkspur-access-logs', ago(900), {
    policy: policy(
      tlsOnly('larkspur-access-logs'),
      allow('larkspur-access-logs', { Service: 'logging.s3.amazonaws.com' }, ['s3:PutObject']),
    ),
    logging: null,
    lifecycle: [{ id: 'keep-a-year', enabled: true, prefix: '', expireAfterDays: 365 }],
  }),
  bucket('larkspur-cloudtrail', ago(900), {
    policy: policy(
      tlsOnly('larkspur-cloudtrail'),
      allow('larkspur-cloudtrail', cloudTrail, ['s3:GetBucketAcl', 's3:PutObject']),
    ),
    objectLock: { mode: 'COMPLIANCE', days: 365 },
    versioning: { status: 'Enabled', mfaDelete: true },
  }),
  bucket('larkspur-customer-exports', ago(640), {
    region: 'eu-central-1',
    encryption: {
      algorithm: 'aws:kms',
      keyArn: `arn:aws:kms:eu-central-1:${demoId}:key/5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a01`,
      bucketKey: true,
    },
    tags: { team: 'data', classification: 'confidential' },
  }),
  bucket('larkspur-terraform-state', ago(820), { region: 'eu-central-1' }),
  bucket('larkspur-invoices', ago(400), {
    region: 'eu-central-1',
    replication: {
      role: `arn:aws:iam::${demoId}:role/s3-replication`,
      rules: [
        {
          id: 'to-ireland',
          enabled: true,
          destinationBucketArn: 'arn:aws:s3:::larkspur-invoices-copy',
        },
      ],
    },
    tags: { team: 'finance', classification: 'confidential' },
  }),
  bucket('larkspur-invoices-copy', ago(399), { region: 'eu-west-1', logging: null }),
]

const grown = (ago: Ago): Bucket[] => [
  bucket(websiteBucket, ago(1100), {
    policy: policy(allow(websiteBucket, '*', ['s3:GetObject'])),
    publicAccessBlock: blocks(false),
    encryption: null,
    versioning: null,
    logging: null,
    objects: [
      {
        key: 'index.html',
        size: 5120,
        modifiedAt: ago(30),
        acl: [owner, { to: 'everyone', permission: 'READ' }],
      },
      { key: 'assets/logo.svg', size: 2210, modifiedAt: ago(300), acl: [owner] },
    ],
    tags: { team: 'marketing' },
  }),
  bucket('larkspur-upload-inbox', ago(230), {
    policy: policy(
      allow('larkspur-upload-inbox', { AWS: '*' }, ['s3:PutObject', 's3:DeleteObject']),
    ),
    publicAccessBlock: null,
    ownership: 'ObjectWriter',
    acl: [owner, { to: 'everyone', permission: 'WRITE' }],
    versioning: { status: 'Suspended', mfaDelete: false },
    notifications: {
      topics: [{ arn: `arn:aws:sns:us-east-1:${demoId}:uploads`, events: ['s3:ObjectCreated:*'] }],
      eventBridge: true,
    },
    tags: {},
  }),
  bucket('larkspur-legacy-assets', ago(2600), {
    policy: null,
    publicAccessBlock: null,
    ownership: 'ObjectWriter',
    acl: [
      owner,
      { to: 'everyone', permission: 'READ' },
      { to: 'any AWS user', permission: 'READ' },
    ],
    encryption: null,
    versioning: null,
    logging: null,
    tags: {},
  }),
  bucket('larkspur-partner-feed', ago(150), {
    region: 'eu-west-1',
    policy: policy(
      allow('larkspur-partner-feed', { AWS: `arn:aws:iam::${partnerId}:root` }, [
        's3:GetObject',
        's3:ListBucket',
      ]),
    ),
    lifecycle: [
      {
        id: 'archive',
        enabled: true,
        prefix: 'daily/',
        transition: { days: 30, storageClass: 'GLACIER' },
      },
    ],
    tags: { team: 'data' },
  }),
  // The two buckets whose policies the scanner is not permitted to read.
  bucket('larkspur-hr-vault', ago(500), { region: 'eu-central-1', tags: { team: 'people' } }),
  bucket('larkspur-legal-hold', ago(480), {
    region: 'eu-central-1',
    objectLock: { mode: 'GOVERNANCE', days: 2555 },
    tags: { team: 'legal' },
  }),
]

export const demoS3 = (ago: Ago): S3 => ({
  canonicalId,
  publicAccessBlock: { ...blocks(true), restrictPublicBuckets: false, blockPublicPolicy: false },
  buckets: [...core(ago), ...grown(ago)].sort((a, b) => (a.name < b.name ? -1 : 1)),
  foreignBuckets: ['partner-central-logs'],
  accessPoints: [
    {
      name: 'exports-analytics',
      region: 'eu-central-1',
      bucket: 'larkspur-customer-exports',
      vpcId: idOf('vpc', 'fa1', 1),
      createdAt: ago(120),
      publicAccessBlock: blocks(true),
    },
    {
      name: 'partner-drop',
      region: 'eu-west-1',
      bucket: 'larkspur-partner-feed',
      createdAt: ago(90),
      publicAccessBlock: blocks(false),
    },
  ],
  multiRegionAccessPoints: [],
})
