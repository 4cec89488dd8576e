import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_invoke_api_operations_cloudtrail_logging_enabled',
  title: 'CloudTrail records who calls the function',
  description:
    'Reads which trails record data events of Lambda in the function’s region, and whether this function is among them.',
  risk: 'When the function is called with stolen keys, no record says by whom, how often and from where.',
  decision:
    'Passes when a trail that is switched on records the calls of the function: by a selector for all functions, or by one whose conditions on the ARN fit it. Fails when no trail does. Where none is seen to and one may not be read, such as an organisation’s from an account in it, there is a gap in coverage and no verdict. Advanced selectors that narrow by other fields than the function, the event Invoke and the kind of access do not count. Event data stores of CloudTrail Lake are not looked at.',
  fix: {
    text: 'Let a trail record data events of all functions.',
    console: [
      'Open CloudTrail, choose Trails, and choose the trail.',
      'Under Data events choose Edit, and add the data event type Lambda.',
      'Choose the template that logs all events, then choose Save changes.',
      'The command replaces all selectors: put those that get-event-selectors shows into the file, basic ones rewritten as advanced, and one more with eventCategory Data and resources.type AWS::Lambda::Function.',
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
      ? fail(`No trail records who calls the function ${name}.`)
      : pass(`The trail ${trail} records who calls the function ${name}.`),
})
