import { watched } from './watched.ts'

/** Refused calls are of any service: these names stand for one that no filter singles out. */
const anyCall = {
  eventName: 'AnyCall',
  eventSource: 'any-service.amazonaws.com',
  eventType: 'AwsApiCall',
  sourceIPAddress: '203.0.113.77',
}

export default watched({
  id: 'cloudwatch_log_metric_filter_unauthorized_api_calls',
  title: 'Refused calls have an alarm',
  what: 'refused calls',
  wanted: [
    {
      called: 'calls refused with AccessDenied',
      event: { ...anyCall, errorCode: 'AccessDenied' },
    },
    {
      called: 'calls refused with AccessDeniedException',
      event: { ...anyCall, errorCode: 'AccessDeniedException' },
    },
    {
      called: 'calls refused with UnauthorizedOperation',
      event: { ...anyCall, errorCode: 'UnauthorizedOperation' },
    },
    {
      called: 'calls refused with Client.UnauthorizedOperation',
      event: { ...anyCall, errorCode: 'Client.UnauthorizedOperation' },
    },
  ],
  risk: 'Somebody who tries stolen keys call by call gives himself away by refusals, and nobody listens.',
  pattern: '{ ($.errorCode = "*UnauthorizedOperation") || ($.errorCode = "AccessDenied*") }',
  metric: 'UnauthorizedApiCalls',
  exception:
    'A filter may leave out certain calls, services and addresses, as noise; one that asks for certain ones lets through too little.',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-2',
})
