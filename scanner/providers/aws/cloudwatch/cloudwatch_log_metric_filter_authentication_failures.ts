import { anyEvent, watched } from './watched.ts'

export default watched({
  id: 'cloudwatch_log_metric_filter_authentication_failures',
  title: 'CloudWatch alarm is configured for failed console sign-ins',
  what: 'failed console sign-ins',
  wanted: [
    {
      called: 'failed sign-ins',
      event: {
        ...anyEvent,
        eventName: 'ConsoleLogin',
        eventSource: 'signin.amazonaws.com',
        eventType: 'AwsConsoleSignIn',
        readOnly: false,
        errorMessage: 'Failed authentication',
        responseElements: { ConsoleLogin: 'Failure' },
      },
    },
  ],
  risk: 'Password guessing takes hours or days. Without an alarm, it is not detected before it succeeds.',
  pattern: '{ ($.eventName = ConsoleLogin) && ($.errorMessage = "Failed authentication") }',
  metric: 'ConsoleSigninFailures',
  exception: 'A filter with more conditions, such as a certain user, matches too few events.',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-6',
})
