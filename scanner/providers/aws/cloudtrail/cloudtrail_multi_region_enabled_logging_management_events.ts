import { covering } from './covering.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_multi_region_enabled_logging_management_events',
  title: 'Region is covered by a multi-region trail with all management events',
  description:
    'Reads the event selectors of every logging multi-region trail of a region, to determine whether all read and write management events are recorded.',
  risk: 'A trail that excludes read or write calls, or the calls of a service, does not show what an attacker read or changed.',
  decision:
    'A region passes if one logging multi-region trail records all management events. The trail needs a basic selector for All, or two for ReadOnly and WriteOnly, without excluded event sources. Alternatively, it needs an advanced selector with only the category Management, or two that differ only in readOnly. Fails if there is no such trail. A trail that excludes KMS or filters by another field does not count, and several trails are not combined. Selectors that cannot be read give no verdict but a gap in coverage, unless another trail is sufficient.',
  fix: {
    text: 'Configure a multi-region trail to record all read and write management events without excluded services.',
    console: [
      'Open AWS CloudTrail in the home region of the multi-region trail, choose Trails, then the trail.',
      'Under Management events, choose Edit.',
      'Select API activity Read and Write, and clear Exclude AWS KMS events and Exclude Amazon RDS Data API events.',
      'Choose Save changes. The command replaces all selectors: put the data event selectors from get-event-selectors into the file for --advanced-event-selectors, with basic selectors rewritten as advanced, and add one with eventCategory Management.',
    ],
    cli: 'aws cloudtrail put-event-selectors --trail-name <name> --advanced-event-selectors file://selectors-with-management.json',
    terraform: `resource "aws_cloudtrail" "audit" {
  name                  = "audit"
  s3_bucket_name        = aws_s3_bucket.audit.id
  is_multi_region_trail = true

  event_selector {
    read_write_type           = "All"
    include_management_events = true
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/logging-management-events-with-cloudtrail.html',
  over: 'regions',
  needs: ['logging_trails'],
  judge: ({ name, logging_trails: trails }) => covering(name, trails),
})
