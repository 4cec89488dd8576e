import { watched } from './watched.ts'

export default watched({
  id: 'cloudwatch_log_metric_filter_authentication_failures',
  title: 'Failed sign-ins have an alarm',
  what: 'failed sign-ins to the console',
  wanted: [
    {
      called: 'sign-ins that fail',
      event: {
        eventName: 'ConsoleLogin',
        eventSource: 'signin.amazonaws.com',
        eventType: 'AwsConsoleSignIn',
        errorMessage: 'Failed authentication',
        responseElements: { ConsoleLogin: 'Failure' },
      },
    },
  ],
  risk: 'Passwords are guessed for hours or days before one fits; that time goes by unused.',
  pattern: '{ ($.eventName = ConsoleLogin) && ($.errorMessage = "Failed authentication") }',
  metric: 'ConsoleSigninFailures',
  exception: 'A filter that asks for more, such as a certain user, lets through too little.',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-6',
})
