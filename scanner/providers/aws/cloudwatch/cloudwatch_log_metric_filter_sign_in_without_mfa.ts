import { watched } from './watched.ts'

export default watched({
  id: 'cloudwatch_log_metric_filter_sign_in_without_mfa',
  title: 'Sign-in without a second factor has an alarm',
  what: 'sign-ins to the console without a second factor',
  wanted: [
    {
      called: 'successful sign-ins of users of IAM without MFA',
      event: {
        eventName: 'ConsoleLogin',
        eventSource: 'signin.amazonaws.com',
        eventType: 'AwsConsoleSignIn',
        userIdentity: { type: 'IAMUser' },
        additionalEventData: { MFAUsed: 'No' },
        responseElements: { ConsoleLogin: 'Success' },
      },
    },
  ],
  risk: 'A password alone opens the console, and the first sign-in with a guessed or stolen one looks like any other.',
  pattern:
    '{ ($.eventName = "ConsoleLogin") && ($.additionalEventData.MFAUsed != "Yes") && ($.userIdentity.type = "IAMUser") && ($.responseElements.ConsoleLogin = "Success") }',
  metric: 'ConsoleSigninWithoutMfa',
  exception:
    'A filter may leave out federated sign-ins, whose second factor AWS does not see, and failed ones.',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-3',
})
