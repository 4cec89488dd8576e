import { objectsCovered } from './covering.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_s3_dataevents_write_enabled',
  title: 'Writes to objects are logged',
  description:
    'Reads the event selectors of all trails, plain and advanced, and asks whether one of all regions records what is written to and deleted from the objects of every bucket.',
  risk: 'Who replaced an object, or deleted it, cannot be told afterwards: management events end at the bucket.',
  decision:
    'Passes when a trail of all regions is logging and a selector of it lets through writes to objects of every bucket: a plain one with all objects of S3 and the type WriteOnly or All, or an advanced one for data events of AWS::S3::Object that asks for nothing else but, at most, readOnly false. Fails when no such trail is logging, when selectors name certain buckets or prefixes only, and when they leave these events out. There is one verdict for an account.',
  fix: {
    text: 'Let a trail of all regions log writes to the objects of every bucket.',
    console: [
      'Open CloudTrail, choose Trails, and choose the trail of all regions.',
      'Under Data events choose Edit, and add S3 as the resource type.',
      'Choose the template that logs all events, or writeOnly events, and save; data events cost extra.',
      'The command replaces all selectors: put those that get-event-selectors shows into the file, basic ones rewritten as advanced, and one more with eventCategory Data, resources.type AWS::S3::Object and readOnly false.',
    ],
    cli: 'aws cloudtrail put-event-selectors --trail-name <name> --advanced-event-selectors file://selectors-with-object-writes.json',
    terraform: `resource "aws_cloudtrail" "objects_write" {
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
  judge: ({ name, logging_trails: trails }) => objectsCovered(name, trails, 'write'),
})
