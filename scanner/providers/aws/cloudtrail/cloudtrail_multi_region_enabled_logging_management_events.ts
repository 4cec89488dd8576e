import { covering } from './covering.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_multi_region_enabled_logging_management_events',
  title: 'A trail of all regions logs all management events',
  description:
    'Reads the event selectors of every logging trail of all regions that a region sees, to tell whether the calls that look at and change resources are recorded whole.',
  risk: 'A trail that leaves out reading or writing calls, or those of a service, does not tell what an intruder learned or changed.',
  decision:
    'A region passes when one logging trail of all regions takes in all management events: by a selector for All or two for ReadOnly and WriteOnly that exclude no event source, or by an advanced selector for the category Management alone, or two that only differ in readOnly. It fails when there is no such trail; one that leaves out KMS or filters by another field does not count, nor are several trails added up. Selectors that cannot be read give no verdict but a gap in coverage, unless those of another trail suffice.',
  fix: {
    text: 'Let a trail of all regions log management events, reads and writes, without excluding services.',
    console: [
      'Open AWS CloudTrail in the home region of the trail of all regions, choose Trails, then the trail.',
      'Under Management events, choose Edit.',
      'Tick API activity Read and Write, and untick Exclude AWS KMS events and Exclude Amazon RDS Data API events.',
      'Choose Save changes; the command replaces all selectors, so put those of data events that get-event-selectors shows into the file beside one with eventCategory Management, basic ones rewritten as advanced.',
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
