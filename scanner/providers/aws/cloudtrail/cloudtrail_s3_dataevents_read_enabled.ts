import { objectsCovered } from './covering.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_s3_dataevents_read_enabled',
  title: 'CloudTrail records S3 object-level read events',
  description:
    'Reads the basic and advanced event selectors of all trails, to determine whether a multi-region trail records reads of the objects in every bucket.',
  risk: 'After a data leak, it is not possible to determine which objects were read and by whom, so all of them must be treated as exposed.',
  decision:
    'Passes if a multi-region trail is logging and one of its selectors includes reads of objects in every bucket. That is a basic selector with all S3 objects and the type ReadOnly or All. It can also be an advanced selector for data events of AWS::S3::Object without other conditions, except readOnly true. Fails if no such trail is logging, if selectors name only certain buckets or prefixes, or if they exclude these events. There is one verdict per account.',
  fix: {
    text: 'Configure a multi-region trail to record reads of the objects in every bucket.',
    console: [
      'Open CloudTrail, choose Trails, and choose the multi-region trail.',
      'Under Data events, choose Edit, and add S3 as the resource type.',
      'Choose the template that logs all events or readOnly events, and choose Save changes. Data events have additional costs.',
      'The command replaces all selectors: put the selectors from get-event-selectors into the file for --advanced-event-selectors, with basic selectors rewritten as advanced, and add one with eventCategory Data, resources.type AWS::S3::Object and readOnly true.',
    ],
    cli: 'aws cloudtrail put-event-selectors --trail-name <name> --advanced-event-selectors file://selectors-with-object-reads.json',
    terraform: `resource "aws_cloudtrail" "objects_read" {
  name                  = "audit"
  s3_bucket_name        = aws_s3_bucket.trail.id
  is_multi_region_trail = true

  event_selector {
    read_write_type           = "All"
    include_management_events = true

    data_resource {
      type   = "AWS::S3::Object"
      values = ["arn:aws:s3"]
    }
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/logging-data-events-with-cloudtrail.html',
  links: [
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/enable-cloudtrail-logging-for-s3.html',
  ],
  over: 'accounts',
  needs: ['logging_trails'],
  judge: ({ name, logging_trails: trails }) => objectsCovered(name, trails, 'read'),
})
