import { planned } from './features.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_rds_protection_enabled',
  title: 'GuardDuty has RDS Protection enabled',
  description:
    'Reads whether the detector of each region monitors sign-ins to supported RDS and Aurora databases.',
  risk: 'Password guessing against a database is not detected, and the successful sign-in looks like any other.',
  decision:
    'Passes if the detector has RDS_LOGIN_EVENTS enabled. Fails if it is disabled. A region gives no finding if GuardDuty is off or suspended, or if the plan is not available. Whether your databases are supported is not evaluated.',
  fix: {
    text: 'Enable RDS Protection in GuardDuty.',
    console: [
      'Open Amazon GuardDuty in the region, and choose RDS Protection.',
      'Choose Enable, and confirm. If an administrator of the organization manages GuardDuty, only the administrator can do this.',
    ],
    cli: `aws guardduty update-detector --detector-id <detector> --features '[{"Name":"RDS_LOGIN_EVENTS","Status":"ENABLED"}]'`,
    terraform: `resource "aws_guardduty_detector_feature" "rds" {
  detector_id = aws_guardduty_detector.this.id
  name        = "RDS_LOGIN_EVENTS"
  status      = "ENABLED"
}`,
  },
  source: 'https://docs.aws.amazon.com/guardduty/latest/ug/rds-protection.html',
  over: 'regions',
  needs: ['detector'],
  judge: ({ name, detector }) =>
    planned(name, detector, 'sign-ins to RDS databases', 'RDS_LOGIN_EVENTS'),
})
