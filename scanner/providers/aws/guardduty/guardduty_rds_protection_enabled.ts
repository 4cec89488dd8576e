import { planned } from './features.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_rds_protection_enabled',
  title: 'GuardDuty watches sign-ins to databases',
  description:
    'Reads whether the detector of each region looks at sign-ins to supported databases of RDS and Aurora.',
  risk: 'Passwords of the database are tried from anywhere until one fits, and the sign-in that follows looks like any other.',
  decision:
    'Passes when the detector has RDS_LOGIN_EVENTS enabled. Fails when it is disabled. A region is not judged where GuardDuty is off or suspended, nor where it does not offer this plan. Which databases are supported is not looked at.',
  fix: {
    text: 'Turn on RDS protection of GuardDuty.',
    console: [
      'Open Amazon GuardDuty in the region, and choose RDS Protection.',
      'Choose Enable, and confirm; where an administrator of the organisation manages GuardDuty, only it can do that.',
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
    planned(name, detector, 'sign-ins to databases', 'RDS_LOGIN_EVENTS'),
})
