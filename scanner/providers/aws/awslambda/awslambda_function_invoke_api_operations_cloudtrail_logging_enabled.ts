import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_invoke_api_operations_cloudtrail_logging_enabled',
  title: 'Lambda function invocations are recorded by CloudTrail',
  description:
    'Reads which trails record Lambda data events in the function’s region, and whether they include this function.',
  risk: 'If an attacker invokes the function with stolen keys, there is no record of the caller, the calls and their source.',
  decision:
    'Passes if a trail that is logging records the invocations of the function, with a selector for all functions or one whose ARN conditions match the function. Fails if no trail does. If no such trail is found and a trail cannot be read, such as an organization trail from a member account, there is a gap in coverage and no verdict. Advanced selectors with conditions on fields other than the function, the event Invoke and read or write access do not count. CloudTrail Lake event data stores are not evaluated.',
  fix: {
    text: 'Configure a trail to record data events of all functions.',
    console: [
      'Open CloudTrail, choose Trails, and choose the trail.',
      'Under Data events, choose Edit, and add the data event type Lambda.',
      'Choose the template that logs all events, then choose Save changes.',
      'The command replaces all selectors: put the selectors from get-event-selectors into the file for --advanced-event-selectors, with basic selectors rewritten as advanced, and add one with eventCategory Data and resources.type AWS::Lambda::Function.',
    ],
    cli: 'aws cloudtrail put-event-selectors --trail-name <trail> --advanced-event-selectors file://selectors-with-functions.json',
    terraform: `resource "aws_cloudtrail" "audit" {
  name           = "audit"
  s3_bucket_name = aws_s3_bucket.audit.id

  event_selector {
    read_write_type           = "All"
    include_management_events = true

    data_resource {
      type   = "AWS::Lambda::Function"
      values = ["arn:aws:lambda"]
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/logging-using-cloudtrail.html',
  links: [
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/logging-data-events-with-cloudtrail.html',
  ],
  over: 'functions',
  needs: ['recorded_by'],
  judge: ({ name, recorded_by: trail }) =>
    trail === null
      ? fail(`No trail records the invocations of the function ${name}.`)
      : pass(`The trail ${trail} records the invocations of the function ${name}.`),
})
