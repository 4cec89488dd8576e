import { AnyExcept, anyValue, type LogEvent } from './filter-pattern.ts'
import { anyEvent, watched } from './watched.ts'

const deniedWith = (errorCode: string): LogEvent => ({
  ...anyEvent,
  eventType: 'AwsApiCall',
  errorCode,
  errorMessage: anyValue,
})

/** Denied calls can be of any service. The benchmarks exclude only the delivery of logs. */
const anyCall: LogEvent = {
  eventName: new AnyExcept('HeadBucket'),
  eventSource: new AnyExcept(),
  sourceIPAddress: new AnyExcept('delivery.logs.amazonaws.com'),
}

const [denied, exception] = ['AccessDenied', 'AccessDeniedException']
const [unauthorized, client] = ['UnauthorizedOperation', 'Client.UnauthorizedOperation']

interface Example {
  readonly source: string
  readonly errorCode: string
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

/** Calls of an attacker with a stolen key, with the error code of their service. */
const examples: readonly Example[] = [
  {
    source: 'iam',
    errorCode: denied,
    reads: ['ListUsers', 'GetAccountAuthorizationDetails'],
    writes: ['CreateAccessKey', 'AttachUserPolicy', 'UpdateAssumeRolePolicy'],
  },
  {
    source: 's3',
    errorCode: denied,
    reads: ['ListBuckets', 'GetBucketPolicy'],
    writes: ['PutBucketPolicy', 'DeleteBucket'],
  },
  {
    source: 'ec2',
    errorCode: client,
    reads: ['DescribeInstances', 'GetConsoleOutput'],
    writes: ['RunInstances', 'ModifySnapshotAttribute'],
  },
  {
    source: 'kms',
    errorCode: exception,
    reads: ['Decrypt', 'ListKeys'],
    writes: ['PutKeyPolicy', 'ScheduleKeyDeletion'],
  },
  { source: 'sts', errorCode: denied, reads: ['AssumeRole', 'GetFederationToken'], writes: [] },
  { source: 'cloudtrail', errorCode: exception, reads: [], writes: ['StopLogging'] },
  { source: 'organizations', errorCode: exception, reads: [], writes: ['LeaveOrganization'] },
  {
    source: 'secretsmanager',
    errorCode: exception,
    reads: ['GetSecretValue', 'BatchGetSecretValue'],
    writes: [],
  },
  { source: 'ssm', errorCode: exception, reads: ['GetParameter'], writes: ['SendCommand'] },
  {
    source: 'lambda',
    errorCode: exception,
    reads: ['ListFunctions20150331'],
    writes: ['UpdateFunctionCode20150331v2'],
  },
  { source: 'rds', errorCode: denied, reads: [], writes: ['ModifyDBSnapshotAttribute'] },
]

/** Public and private addresses of callers. */
const addresses = ['198.51.100.23', '10.20.4.7', '2001:db8:85a3::8a2e:370:7334']

export default watched({
  id: 'cloudwatch_log_metric_filter_unauthorized_api_calls',
  title: 'CloudWatch alarm is configured for unauthorized API calls',
  what: 'denied API calls',
  wanted: [
    ...[denied, exception, unauthorized, client].map((errorCode) => ({
      called: `calls denied with ${errorCode}`,
      event: { ...deniedWith(errorCode), ...anyCall },
    })),
    ...examples.flatMap(({ source, errorCode, reads, writes }) =>
      [...reads, ...writes].flatMap((eventName) =>
        addresses.map((sourceIPAddress) => ({
          called: `calls denied with ${errorCode}`,
          example: `${source}:${eventName} from ${sourceIPAddress}`,
          event: {
            ...deniedWith(errorCode),
            eventName,
            eventSource: `${source}.amazonaws.com`,
            readOnly: reads.includes(eventName),
            sourceIPAddress,
          },
        })),
      ),
    ),
  ],
  risk: 'An attacker who tests stolen keys causes denied calls. Without an alarm, they are not noticed.',
  pattern: '{ ($.errorCode = "*UnauthorizedOperation") || ($.errorCode = "AccessDenied*") }',
  metric: 'UnauthorizedApiCalls',
  exception:
    'A filter can exclude the delivery of logs, as in the benchmarks: the address delivery.logs.amazonaws.com and the call HeadBucket. A filter that excludes other calls, services or addresses fails if one of several examples is excluded, such as s3:ListBuckets, and is MANUAL otherwise. A filter for only certain ones matches too few events.',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-2',
})
