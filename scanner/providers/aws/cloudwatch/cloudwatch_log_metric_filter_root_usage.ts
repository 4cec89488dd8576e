import { AnyExcept, anyValue, type LogEvent, perhaps } from './filter-pattern.ts'
import { anyEvent, watched } from './watched.ts'

const byRoot: LogEvent = {
  ...anyEvent,
  userIdentity: {
    type: 'Root',
    principalId: anyValue,
    arn: anyValue,
    accountId: anyValue,
    accessKeyId: perhaps,
    userName: perhaps,
    sessionContext: perhaps,
  },
}

const anyCall: LogEvent = {
  ...byRoot,
  eventName: new AnyExcept(),
  eventSource: new AnyExcept(),
  eventType: new AnyExcept('AwsServiceEvent'),
}

const denied: LogEvent = { errorCode: 'AccessDenied', errorMessage: anyValue }

/** Changes and reads of an attacker or of a careless owner, in several services. */
const examples: readonly [source: string, eventName: string, readOnly: boolean][] = [
  ['iam', 'CreateAccessKey', false],
  ['iam', 'DeactivateMFADevice', false],
  ['iam', 'ListUsers', true],
  ['iam', 'GetAccountAuthorizationDetails', true],
  ['s3', 'DeleteBucket', false],
  ['s3', 'PutBucketPolicy', false],
  ['s3', 'GetBucketPolicy', true],
  ['s3', 'ListBuckets', true],
  ['cloudtrail', 'StopLogging', false],
  ['kms', 'ScheduleKeyDeletion', false],
  ['kms', 'Decrypt', true],
  ['ec2', 'RunInstances', false],
  ['ec2', 'DescribeInstances', true],
  ['ec2', 'AuthorizeSecurityGroupIngress', false],
  ['organizations', 'LeaveOrganization', false],
  ['secretsmanager', 'GetSecretValue', true],
  ['ecr', 'BatchGetImage', true],
  ['sts', 'GetSessionToken', true],
  ['account', 'PutAlternateContact', false],
]

const signIns = ['ConsoleLogin', 'PasswordRecoveryCompleted', 'PasswordUpdated', 'EmailUpdated']

export default watched({
  id: 'cloudwatch_log_metric_filter_root_usage',
  title: 'CloudWatch alarm is configured for root user activity',
  what: 'actions of the root user',
  wanted: [
    { called: 'calls of the root user', event: anyCall },
    { called: 'refused calls of the root user', event: { ...anyCall, ...denied } },
    ...examples.flatMap(([source, eventName, readOnly]) => {
      const eventSource = `${source}.amazonaws.com`
      const event = { ...byRoot, eventName, eventSource, eventType: 'AwsApiCall', readOnly }
      const example = `${source}:${eventName}`
      return [
        { called: 'calls of the root user', example, event },
        { called: 'refused calls of the root user', example, event: { ...event, ...denied } },
      ]
    }),
    ...signIns.map((eventName) => ({
      called: 'sign-ins of the root user',
      example: eventName,
      event: {
        ...byRoot,
        eventName,
        eventSource: 'signin.amazonaws.com',
        eventType: 'AwsConsoleSignIn',
        readOnly: false,
      },
    })),
  ],
  risk: 'IAM policies do not limit the root user. An attacker with root access can close the account before anyone responds.',
  pattern:
    '{ ($.userIdentity.type = "Root") && ($.userIdentity.invokedBy NOT EXISTS) && ($.eventType != "AwsServiceEvent") }',
  metric: 'RootUsage',
  exception:
    'A filter can exclude actions of services on behalf of the root user. A filter for only sign-ins or certain calls matches too few events. A filter that excludes a service or a call fails if one of several examples is excluded, such as iam:CreateAccessKey, and is MANUAL otherwise.',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-1',
})
