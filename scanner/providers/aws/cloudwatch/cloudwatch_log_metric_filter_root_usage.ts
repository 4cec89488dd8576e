import { anyValue } from './filter-pattern.ts'
import { anyEvent, anyIdentity, watched } from './watched.ts'

export default watched({
  id: 'cloudwatch_log_metric_filter_root_usage',
  title: 'CloudWatch alarm is configured for root user activity',
  what: 'actions of the root user',
  wanted: [
    {
      called: 'calls of the root user',
      event: {
        ...anyEvent,
        eventName: 'Qx7z',
        eventSource: 'x7q.amazonaws.com',
        eventType: 'AwsApiCall',
        userIdentity: { ...anyIdentity, type: 'Root' },
      },
    },
    {
      called: 'refused calls of the root user',
      event: {
        ...anyEvent,
        eventName: 'Qx7z',
        eventSource: 'x7q.amazonaws.com',
        eventType: 'AwsApiCall',
        userIdentity: { ...anyIdentity, type: 'Root' },
        errorCode: 'AccessDenied',
        errorMessage: anyValue,
      },
    },
    {
      called: 'sign-ins of the root user',
      event: {
        ...anyEvent,
        eventName: 'ConsoleLogin',
        eventSource: 'signin.amazonaws.com',
        eventType: 'AwsConsoleSignIn',
        readOnly: false,
        userIdentity: { ...anyIdentity, type: 'Root' },
      },
    },
  ],
  risk: 'IAM policies do not limit the root user. An attacker with root access can close the account before anyone responds.',
  pattern:
    '{ ($.userIdentity.type = "Root") && ($.userIdentity.invokedBy NOT EXISTS) && ($.eventType != "AwsServiceEvent") }',
  metric: 'RootUsage',
  exception:
    'A filter can exclude actions of services on behalf of the root user. A filter for only sign-ins or certain calls matches too few events.',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-1',
})
