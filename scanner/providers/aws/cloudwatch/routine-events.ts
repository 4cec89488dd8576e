// CloudTrail events that occur all the time without a change that needs a notification: reads, calls of AWS services,
// deployments and sign-ins with MFA. A filter that matches one of them keeps its alarm in the state ALARM.
import type { LogEvent } from './filter-pattern.ts'

const account = '123456789012'

/** Members of every event of a call. */
const common = {
  eventVersion: '1.11',
  eventTime: '2026-01-15T11:58:03Z',
  awsRegion: 'us-east-1',
  requestID: '7f0c4d5e-1b2a-4c3d-9e8f-0a1b2c3d4e5f',
  eventID: '0d9c8b7a-6f5e-4d3c-2b1a-0f9e8d7c6b5a',
  recipientAccountId: account,
  eventType: 'AwsApiCall',
  eventCategory: 'Management',
  managementEvent: true,
  requestParameters: null,
  responseElements: null,
} satisfies LogEvent

const byRole = (role: string, sourceIPAddress: string, userAgent: string) => ({
  sourceIPAddress,
  userAgent,
  userIdentity: {
    type: 'AssumedRole',
    principalId: `AROAEXAMPLE:${role}`,
    arn: `arn:aws:sts::${account}:assumed-role/${role}/session`,
    accountId: account,
    accessKeyId: 'ASIAEXAMPLE',
    sessionContext: {
      sessionIssuer: { type: 'Role', arn: `arn:aws:iam::${account}:role/${role}`, userName: role },
      attributes: { creationDate: '2026-01-15T11:40:00Z', mfaAuthenticated: 'false' },
    },
  },
})

const deployer = byRole('deploy', '203.0.113.20', 'aws-sdk-go-v2/1.30')
const auditor = byRole('audit', '203.0.113.30', 'aws-cli/2.17')
const scaling = byRole(
  'AWSServiceRoleForAutoScaling',
  'autoscaling.amazonaws.com',
  'autoscaling.amazonaws.com',
)

const byUser = {
  sourceIPAddress: '198.51.100.7',
  userAgent: 'aws-cli/2.17',
  userIdentity: {
    type: 'IAMUser',
    principalId: 'AIDAEXAMPLE',
    arn: `arn:aws:iam::${account}:user/maria`,
    accountId: account,
    accessKeyId: 'AKIAEXAMPLE',
    userName: 'maria',
  },
}

const byService = (service: string) => ({
  sourceIPAddress: `${service}.amazonaws.com`,
  userAgent: `${service}.amazonaws.com`,
  userIdentity: { type: 'AWSService', invokedBy: `${service}.amazonaws.com` },
})

const call =
  (readOnly: boolean) =>
  (source: string, eventName: string, caller: LogEvent, more: LogEvent = {}): LogEvent => ({
    ...common,
    ...caller,
    eventSource: `${source}.amazonaws.com`,
    eventName,
    readOnly,
    ...more,
  })
const read = call(true)
const write = call(false)

const signedIn: LogEvent = {
  ...common,
  ...byUser,
  userAgent: 'Mozilla/5.0',
  eventSource: 'signin.amazonaws.com',
  eventName: 'ConsoleLogin',
  eventType: 'AwsConsoleSignIn',
  readOnly: false,
  responseElements: { ConsoleLogin: 'Success' },
  additionalEventData: { MFAUsed: 'Yes', MobileVersion: 'No', LoginTo: 'https://console.aws/' },
}

export const routine: readonly LogEvent[] = [
  read('ec2', 'DescribeInstances', auditor, { requestParameters: { maxResults: 1000 } }),
  read('ec2', 'DescribeSecurityGroups', auditor),
  read('ec2', 'DescribeNetworkAcls', byUser),
  read('ec2', 'DescribeRouteTables', auditor),
  read('ec2', 'DescribeVpcs', deployer),
  read('ec2', 'DescribeVpcPeeringConnections', auditor),
  read('ec2', 'DescribeInternetGateways', auditor),
  read('ec2', 'DescribeCustomerGateways', auditor),
  read('ec2', 'DescribeInstances', scaling, {
    errorCode: 'Client.RequestLimitExceeded',
    errorMessage: 'Request limit exceeded.',
  }),
  read('s3', 'ListBuckets', auditor),
  read('s3', 'HeadBucket', byService('delivery.logs')),
  read('s3', 'GetBucketAcl', byService('cloudtrail')),
  read('s3', 'GetBucketPolicy', byUser, {
    errorCode: 'NoSuchBucketPolicy',
    errorMessage: 'The bucket policy does not exist',
  }),
  read('s3', 'GetObject', byService('cloudfront'), {
    eventCategory: 'Data',
    managementEvent: false,
    resources: [{ type: 'AWS::S3::Object', ARN: 'arn:aws:s3:::site/index.html' }],
  }),
  ...['PutObject', 'DeleteObject'].map((name) =>
    write('s3', name, byService('logging.s3'), {
      eventCategory: 'Data',
      managementEvent: false,
      resources: [{ type: 'AWS::S3::Object', ARN: 'arn:aws:s3:::logs/1' }],
    }),
  ),
  write('iam', 'CreateRole', deployer),
  write('iam', 'TagRole', deployer),
  write('iam', 'CreateServiceLinkedRole', deployer),
  read('iam', 'GetPolicyVersion', auditor),
  read('iam', 'ListPolicies', auditor),
  read('iam', 'GetRolePolicy', deployer),
  read('organizations', 'DescribeOrganization', byUser),
  read('organizations', 'ListAccounts', auditor),
  read('organizations', 'DescribePolicy', auditor),
  read('cloudtrail', 'DescribeTrails', auditor),
  read('cloudtrail', 'LookupEvents', byUser),
  read('config', 'DescribeConfigurationRecorders', auditor),
  read('config', 'DescribeDeliveryChannels', auditor),
  write('config', 'PutEvaluations', byRole('rule', 'lambda.amazonaws.com', 'aws-sdk-nodejs')),
  read('kms', 'DescribeKey', auditor),
  read('kms', 'Decrypt', byService('secretsmanager')),
  read('kms', 'GenerateDataKey', byService('cloudtrail')),
  write('kms', 'CreateGrant', scaling),
  write('kms', 'RotateKey', byService('AWS Internal'), {
    eventType: 'AwsServiceEvent',
    sourceIPAddress: 'AWS Internal',
    userIdentity: { accountId: account, invokedBy: 'AWS Internal' },
  }),
  read('sts', 'AssumeRole', byService('lambda')),
  read('sts', 'GetCallerIdentity', byUser),
  signedIn,
  write('ec2', 'RunInstances', scaling),
  write('ec2', 'TerminateInstances', scaling),
  write('ec2', 'AttachVolume', byUser),
  write('ec2', 'DeleteNetworkInterface', byService('elasticloadbalancing')),
  write('ec2', 'CreateTags', deployer),
  write('lambda', 'UpdateFunctionCode20150331v2', deployer),
  write('logs', 'CreateLogStream', byService('lambda')),
  write('ssm', 'UpdateInstanceInformation', byRole('web', '203.0.113.40', 'amazon-ssm-agent')),
  write('ssm', 'PutParameter', byUser),
]
