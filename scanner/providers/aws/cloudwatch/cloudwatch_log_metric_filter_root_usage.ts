import { watched } from './watched.ts'

export default watched({
  id: 'cloudwatch_log_metric_filter_root_usage',
  title: 'Use of the root user has an alarm',
  what: 'uses of the root user',
  wanted: [
    {
      called: 'calls of the root user',
      event: {
        eventName: 'AnyCall',
        eventSource: 'any-service.amazonaws.com',
        eventType: 'AwsApiCall',
        userIdentity: { type: 'Root' },
      },
    },
    {
      called: 'sign-ins of the root user',
      event: {
        eventName: 'ConsoleLogin',
        eventSource: 'signin.amazonaws.com',
        eventType: 'AwsConsoleSignIn',
        userIdentity: { type: 'Root' },
      },
    },
  ],
  risk: 'No policy holds the root user back: who signs in as root can close the account before the owners wake up.',
  pattern:
    '{ ($.userIdentity.type = "Root") && ($.userIdentity.invokedBy NOT EXISTS) && ($.eventType != "AwsServiceEvent") }',
  metric: 'RootUsage',
  exception:
    'A filter may leave out what services do on behalf of root; one for sign-ins only, or for certain calls, lets through too little.',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-1',
})
