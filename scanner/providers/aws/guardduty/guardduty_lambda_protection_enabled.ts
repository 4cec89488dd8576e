import { planned } from './features.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_lambda_protection_enabled',
  title: 'GuardDuty watches functions of Lambda',
  description:
    'Reads whether the detector of each region looks at the network traffic of Lambda functions.',
  risk: 'A function with a poisoned package talks to its new owner, and no flow log of a VPC shows it.',
  decision:
    'Passes when the detector has LAMBDA_NETWORK_LOGS enabled. Fails when it is disabled. A region is not judged where GuardDuty is off or suspended, nor where it does not offer this plan. Whether there are functions is not asked.',
  fix: {
    text: 'Turn on Lambda protection of GuardDuty.',
    console: [
      'Open Amazon GuardDuty in the region, and choose Lambda Protection.',
      'Choose Enable, and confirm; where an administrator of the organisation manages GuardDuty, only it can do that.',
    ],
    cli: `aws guardduty update-detector --detector-id <detector> --features '[{"Name":"LAMBDA_NETWORK_LOGS","Status":"ENABLED"}]'`,
    terraform: `resource "aws_guardduty_detector_feature" "lambda" {
  detector_id = aws_guardduty_detector.this.id
  name        = "LAMBDA_NETWORK_LOGS"
  status      = "ENABLED"
}`,
  },
  source: 'https://docs.aws.amazon.com/guardduty/latest/ug/lambda-protection.html',
  over: 'regions',
  needs: ['detector'],
  judge: ({ name, detector }) =>
    planned(name, detector, 'the traffic of functions', 'LAMBDA_NETWORK_LOGS'),
})
