import { covering } from './covering.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_multi_region_enabled',
  title: 'A trail of all regions is logging',
  description:
    'Reads for each region which trails that cover all regions are logging, so that calls in a region nobody uses are recorded as well.',
  risk: 'What happens in a region without a trail leaves no record; intruders choose such regions.',
  decision:
    'Judged for each region. Passes when at least one trail of all regions is logging and takes in every management event. Fails when no such trail is logging, and also when those that log leave management events out. Trails of one region do not count. What cannot be read of one trail does not matter where another takes in everything; otherwise the region gets no verdict but a gap in coverage.',
  fix: {
    text: 'Create a trail that applies to all regions, start its logging, and let it log all management events.',
    console: [
      'Open AWS CloudTrail, choose Trails, then Create trail; a trail made in the console covers all regions.',
      'Give it a name and a bucket of its own, and choose Next.',
      'Leave Management events ticked with API activity Read and Write, and tick neither of the two exclusions.',
      'Choose Next, then Create trail; it logs from then on.',
      'If there is a trail already that is stopped, open it and choose Start logging.',
    ],
    cli: 'aws cloudtrail create-trail --name <name> --s3-bucket-name <bucket> --is-multi-region-trail && aws cloudtrail start-logging --name <name>',
    terraform: `resource "aws_cloudtrail" "audit" {
  name                          = "audit"
  s3_bucket_name                = aws_s3_bucket.audit.id
  is_multi_region_trail         = true
  include_global_service_events = true
  enable_logging                = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/receive-cloudtrail-log-files-from-multiple-regions.html',
  links: [
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-create-a-trail-using-the-console-first-time.html',
  ],
  over: 'regions',
  needs: ['logging_trails'],
  judge: ({ name, logging_trails: trails }) => covering(name, trails),
})
