import { covering } from './covering.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_multi_region_enabled',
  title: 'Region is covered by a multi-region trail',
  description:
    'Reads for each region which multi-region trails are logging, so that calls in unused regions are also recorded.',
  risk: 'Actions in a region without a trail leave no record. Attackers choose such regions.',
  decision:
    'Evaluated for each region. Passes if at least one multi-region trail is logging and records all management events. Fails if no such trail is logging, or if the logging trails do not record all management events. Single-region trails do not count. If a trail cannot be read, the region gets a verdict only if another trail records everything. Otherwise there is no verdict but a gap in coverage.',
  fix: {
    text: 'Create a multi-region trail, start its logging, and record all management events.',
    console: [
      'Open AWS CloudTrail, choose Trails, then Create trail. A trail that is created in the console covers all regions.',
      'Enter a name, choose a dedicated bucket, and choose Next.',
      'Keep Management events selected with API activity Read and Write, and select neither of the two exclusions.',
      'Choose Next, then Create trail. The trail starts logging immediately.',
      'If a stopped trail already exists, open it and choose Start logging.',
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
