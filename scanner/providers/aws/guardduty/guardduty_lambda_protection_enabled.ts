import { planned } from './features.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_lambda_protection_enabled',
  title: 'GuardDuty has Lambda Protection enabled',
  description:
    'Reads whether the detector of each region monitors the network traffic of Lambda functions.',
  risk: 'A function with a malicious package can communicate with an attacker, and no VPC flow log shows it.',
  decision:
    'Passes if the detector has LAMBDA_NETWORK_LOGS enabled. Fails if it is disabled. A region gives no finding if GuardDuty is off or suspended, or if the plan is not available. Whether functions exist is not evaluated.',
  fix: {
    text: 'Enable Lambda Protection in GuardDuty.',
    console: [
      'Open Amazon GuardDuty in the region, and choose Lambda Protection.',
      'Choose Enable, and confirm. If an administrator of the organization manages GuardDuty, only the administrator can do this.',
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
    planned(name, detector, 'the network traffic of Lambda functions', 'LAMBDA_NETWORK_LOGS'),
})
