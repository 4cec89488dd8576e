import { planned } from './features.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_s3_protection_enabled',
  title: 'GuardDuty watches the objects of S3',
  description:
    'Reads whether the detector of each region looks at data events of S3, which it gets without a trail that logs them.',
  risk: 'Somebody who empties a bucket with stolen keys does so by ordinary reads, which nobody looks at.',
  decision:
    'Passes when the detector has S3_DATA_EVENTS enabled. Fails when it is disabled. A region is not judged where GuardDuty is off or suspended, nor where it does not offer this plan. Malware protection for S3 is another plan, and is not looked at.',
  fix: {
    text: 'Turn on S3 protection of GuardDuty.',
    console: [
      'Open Amazon GuardDuty in the region, and choose S3 Protection.',
      'Choose Enable, and confirm; where an administrator of the organisation manages GuardDuty, only it can do that.',
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
    planned(name, detector, 'reads and writes of objects', 'S3_DATA_EVENTS'),
})
