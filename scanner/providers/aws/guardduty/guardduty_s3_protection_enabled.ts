import { planned } from './features.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_s3_protection_enabled',
  title: 'GuardDuty has S3 Protection enabled',
  description:
    'Reads whether the detector of each region monitors S3 data events, for which no trail is required.',
  risk: 'An attacker with stolen keys can copy all objects of a bucket with ordinary reads that are not detected.',
  decision:
    'Passes if the detector has S3_DATA_EVENTS enabled. Fails if it is disabled. A region gives no finding if GuardDuty is off or suspended, or if the plan is not available. Malware Protection for S3 is a separate plan and is not evaluated.',
  fix: {
    text: 'Enable S3 Protection in GuardDuty.',
    console: [
      'Open Amazon GuardDuty in the region, and choose S3 Protection.',
      'Choose Enable, and confirm. If an administrator of the organization manages GuardDuty, only the administrator can do this.',
    ],
    cli: `aws guardduty update-detector --detector-id <detector> --features '[{"Name":"S3_DATA_EVENTS","Status":"ENABLED"}]'`,
    terraform: `resource "aws_guardduty_detector_feature" "s3" {
  detector_id = aws_guardduty_detector.this.id
  name        = "S3_DATA_EVENTS"
  status      = "ENABLED"
}`,
  },
  source: 'https://docs.aws.amazon.com/guardduty/latest/ug/s3-protection.html',
  over: 'regions',
  needs: ['detector'],
  judge: ({ name, detector }) =>
    planned(name, detector, 'reads and writes of S3 objects', 'S3_DATA_EVENTS'),
})
