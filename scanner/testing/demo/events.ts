/** The event history of the demo account: callers, actions and resources. */
import type { TrailEvent } from '../aws/cloudtrail.state.ts'
import { type Ago, demoId } from './facts.ts'
import { idOf } from './networks.ts'

const bucket = (name: string) => [
  { type: 'AWS::S3::Bucket', name },
  { type: 'AWS::S3::Bucket', name: `arn:aws:s3:::${name}` },
]

type Happening = Omit<TrailEvent, 'id' | 'region' | 'source' | 'at'> & {
  readonly days: number
  readonly service: string
  readonly region?: string
}

const website = 'larkspur-website'
const openGroup = idOf('sg', '1', 3)
const auditor = `arn:aws:iam::${demoId}:role/plumbline-audit`

const happenings: readonly Happening[] = [
  { name: 'ConsoleLogin', service: 'signin', user: 'root', readOnly: false, days: 0.5 },
  {
    name: 'AssumeRole',
    service: 'sts',
    user: 'release-bot',
    readOnly: true,
    days: 1.5,
    resources: [{ type: 'AWS::IAM::Role', name: auditor }],
    record: { requestParameters: { roleArn: auditor, roleSessionName: 'release' } },
  },
  {
    name: 'PutBucketPolicy',
    service: 's3',
    user: 'cloud-admin',
    readOnly: false,
    days: 2.5,
    resources: bucket(website),
    record: {
      requestParameters: { bucketName: website, Host: `${website}.s3.amazonaws.com` },
      sourceIPAddress: '203.0.113.7',
      userAgent: 'console.amazonaws.com',
    },
  },
  {
    name: 'AuthorizeSecurityGroupIngress',
    service: 'ec2',
    user: 'web-developer',
    readOnly: false,
    days: 3.5,
    resources: [{ type: 'AWS::EC2::SecurityGroup', name: openGroup }],
    record: {
      requestParameters: {
        groupId: openGroup,
        ipPermissions: {
          items: [{ ipProtocol: '-1', ipRanges: { items: [{ cidrIp: '0.0.0.0/0' }] } }],
        },
      },
      responseElements: { _return: true },
    },
  },
  {
    name: 'GetBucketPolicy',
    service: 's3',
    user: 'data-analyst',
    readOnly: true,
    days: 4,
    resources: bucket(website),
    record: { requestParameters: { bucketName: website } },
  },
  {
    name: 'DeletePublicAccessBlock',
    service: 's3',
    user: 'contractor',
    readOnly: false,
    days: 5,
    resources: bucket(website),
    record: {
      requestParameters: { bucketName: website },
      errorCode: 'AccessDenied',
      errorMessage: 'Access Denied',
    },
  },
  {
    name: 'PutBucketWebsite',
    service: 's3',
    user: 'web-developer',
    readOnly: false,
    days: 60,
    resources: bucket(website),
    record: { requestParameters: { bucketName: website } },
  },
  {
    name: 'PutBucketVersioning',
    service: 's3',
    user: 'cloud-admin',
    readOnly: false,
    days: 20,
    region: 'eu-central-1',
    resources: bucket('larkspur-invoices'),
    record: { requestParameters: { bucketName: 'larkspur-invoices' } },
  },
  {
    name: 'CreateAccessKey',
    service: 'iam',
    user: 'cloud-admin',
    readOnly: false,
    days: 30,
    resources: [{ type: 'AWS::IAM::User', name: 'backup-bot' }],
    record: { requestParameters: { userName: 'backup-bot' } },
  },
]

/** Newest first. */
export const demoEvents = (ago: Ago): TrailEvent[] =>
  happenings
    .toSorted((one, other) => one.days - other.days)
    .map(({ days, service, region = 'us-east-1', ...event }, at) => ({
      ...event,
      id: `00000000-0000-4000-8000-0000000000${String(at + 1).padStart(2, '0')}`,
      region,
      source: `${service}.amazonaws.com`,
      at: ago(days),
    }))
