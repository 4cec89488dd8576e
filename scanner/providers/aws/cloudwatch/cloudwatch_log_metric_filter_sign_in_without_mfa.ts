import { anyValue } from './filter-pattern.ts'
import { anyEvent, anyIdentity, watched } from './watched.ts'

export default watched({
  id: 'cloudwatch_log_metric_filter_sign_in_without_mfa',
  title: 'CloudWatch alarm is configured for console sign-ins without MFA',
  what: 'console sign-ins without MFA',
  wanted: [
    {
      called: 'successful sign-ins of IAM users without MFA',
      event: {
        ...anyEvent,
        eventName: 'ConsoleLogin',
        eventSource: 'signin.amazonaws.com',
        eventType: 'AwsConsoleSignIn',
        readOnly: false,
        userIdentity: { ...anyIdentity, type: 'IAMUser' },
        additionalEventData: { MFAUsed: 'No', MobileVersion: anyValue, LoginTo: anyValue },
        responseElements: { ConsoleLogin: 'Success' },
      },
    },
  ],
  risk: 'Without MFA, a guessed or stolen password is enough to sign in, and the sign-in is not noticed.',
  pattern:
    '{ ($.eventName = "ConsoleLogin") && ($.additionalEventData.MFAUsed != "Yes") && ($.userIdentity.type = "IAMUser") && ($.responseElements.ConsoleLogin = "Success") }',
  metric: 'ConsoleSigninWithoutMfa',
  exception:
    'A filter can exclude failed sign-ins and federated sign-ins, whose second factor is not visible to AWS.',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-3',
})
