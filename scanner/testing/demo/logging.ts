/** The demo account's keys and trails. */
import type { PolicyDocument, Principal } from '../aws/policy-document.ts'
import type { Trail } from '../aws/cloudtrail.state.ts'
import type { Key } from '../aws/kms.state.ts'
import { type Ago, demoId } from './facts.ts'

const keyPolicy = (principal: Principal): PolicyDocument => ({
  Version: '2012-10-17',
  Id: 'key-default-1',
  Statement: [{ Effect: 'Allow', Principal: principal, Action: 'kms:*', Resource: '*' }],
})

const key = (number: number, region: string, createdAt: Date, differs: Partial<Key>): Key => ({
  id: `5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a0${number}`,
  region,
  description: '',
  manager: 'CUSTOMER',
  state: 'Enabled',
  spec: 'SYMMETRIC_DEFAULT',
  usage: 'ENCRYPT_DECRYPT',
  origin: 'AWS_KMS',
  multiRegion: false,
  createdAt,
  rotationPeriodDays: null,
  policy: keyPolicy({ AWS: `arn:aws:iam::${demoId}:root` }),
  aliases: [],
  tags: {},
  ...differs,
})

export const demoKeys = (ago: Ago): Key[] => [
  key(1, 'eu-central-1', ago(640), {
    description: 'Customer exports',
    rotationPeriodDays: 365,
    aliases: ['alias/customer-exports'],
    tags: { team: 'data' },
  }),
  // The scanner cannot read its policy.
  key(2, 'eu-central-1', ago(480), { description: 'Payroll', aliases: ['alias/payroll'] }),
  key(3, 'us-east-1', ago(900), {
    description: 'Audit trail',
    rotationPeriodDays: 365,
    aliases: ['alias/cloudtrail'],
  }),
  key(4, 'us-east-1', ago(1300), {
    description: 'Shared with a former partner',
    policy: keyPolicy('*'),
    aliases: ['alias/partner-exchange'],
  }),
  key(5, 'us-east-1', ago(700), { state: 'PendingDeletion', deletionDate: ago(-12) }),
  key(6, 'us-east-1', ago(950), {
    manager: 'AWS',
    description: 'Default key that protects my EBS volumes',
    rotationPeriodDays: 365,
    aliases: ['alias/aws/ebs'],
  }),
  key(7, 'eu-west-1', ago(220), {
    description: 'Token signing',
    spec: 'RSA_2048',
    usage: 'SIGN_VERIFY',
    aliases: ['alias/token-signing'],
  }),
  key(8, 'eu-west-1', ago(90), {
    description: 'Session store',
    rotationPeriodDays: 180,
    multiRegion: true,
    aliases: ['alias/sessions'],
  }),
]

const trail = (name: string, bucket: string, ago: Ago, differs: Partial<Trail>): Trail => ({
  name,
  homeRegion: 'us-east-1',
  bucket,
  multiRegion: false,
  includeGlobalEvents: true,
  organization: false,
  logFileValidation: false,
  kmsKeyArn: null,
  logGroupArn: null,
  logging: true,
  startedLoggingAt: ago(400),
  latestDeliveryAt: ago(0.01),
  eventSelectors: [{ readWriteType: 'All', managementEvents: true, dataResources: [] }],
  insights: [],
  tags: {},
  ...differs,
})

export const demoTrails = (ago: Ago): Trail[] => [
  trail('account-audit', 'larkspur-cloudtrail', ago, {
    multiRegion: true,
    logFileValidation: true,
    kmsKeyArn: `arn:aws:kms:us-east-1:${demoId}:key/5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a03`,
    logGroupArn: `arn:aws:logs:us-east-1:${demoId}:log-group:cloudtrail:*`,
    logRoleArn: `arn:aws:iam::${demoId}:role/service-role/cloudtrail-logs`,
    latestCloudWatchDeliveryAt: ago(0.01),
    insights: ['ApiCallRateInsight'],
    tags: { team: 'security' },
  }),
  trail('old-events', 'larkspur-legacy-assets', ago, {
    prefix: 'trail',
    includeGlobalEvents: false,
    eventSelectors: [
      {
        readWriteType: 'WriteOnly',
        managementEvents: true,
        dataResources: [
          { type: 'AWS::S3::Object', values: ['arn:aws:s3:::larkspur-customer-exports/'] },
        ],
      },
    ],
  }),
  // Delivers to a bucket of another account, which the scan cannot read.
  trail('partner-copy', 'partner-central-logs', ago, {
    homeRegion: 'eu-west-1',
    logFileValidation: true,
    logging: false,
    latestDeliveryError: 'AccessDenied',
  }),
]
