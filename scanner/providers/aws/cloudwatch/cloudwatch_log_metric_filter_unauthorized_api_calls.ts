import { anyValue, type LogEvent } from './filter-pattern.ts'
import { anyEvent, anyIdentity, watched } from './watched.ts'

/** Denied calls may belong to any service: these names represent a call that no filter names. */
const anyCall: LogEvent = {
  ...anyEvent,
  eventName: 'Qx7z',
  eventSource: 'x7q.amazonaws.com',
  eventType: 'AwsApiCall',
  sourceIPAddress: '203.0.113.77',
  userIdentity: anyIdentity,
  errorMessage: anyValue,
}

export default watched({
  id: 'cloudwatch_log_metric_filter_unauthorized_api_calls',
  title: 'CloudWatch alarm is configured for unauthorized API calls',
  what: 'denied API calls',
  wanted: [
    {
      called: 'calls denied with AccessDenied',
      event: { ...anyCall, errorCode: 'AccessDenied' },
    },
    {
      called: 'calls denied with AccessDeniedException',
      event: { ...anyCall, errorCode: 'AccessDeniedException' },
    },
    {
      called: 'calls denied with UnauthorizedOperation',
      event: { ...anyCall, errorCode: 'UnauthorizedOperation' },
    },
    {
      called: 'calls denied with Client.UnauthorizedOperation',
      event: { ...anyCall, errorCode: 'Client.UnauthorizedOperation' },
    },
  ],
  risk: 'An attacker who tests stolen keys causes denied calls. Without an alarm, they are not noticed.',
  pattern: '{ ($.errorCode = "*UnauthorizedOperation") || ($.errorCode = "AccessDenied*") }',
  metric: 'UnauthorizedApiCalls',
  exception:
    'A filter can exclude certain calls, services and addresses as noise. A filter for only certain ones matches too few events.',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-2',
})
