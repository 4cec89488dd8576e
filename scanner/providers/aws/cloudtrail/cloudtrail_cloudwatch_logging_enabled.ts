import { fail, pass } from '../../../kit/index.ts'
import { daysBetween } from '../days.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_cloudwatch_logging_enabled',
  title: 'Trail sends its events to CloudWatch Logs',
  description:
    'Reads the log group that each trail delivers to and the time of the last delivery. Alarms on events require CloudWatch Logs.',
  risk: 'Without CloudWatch Logs, no alarm can be raised on the events of the trail. Suspicious activity is found only by a later search of the bucket.',
  decision:
    'Passes if the trail has a log group and CloudWatch received a delivery in the 24 hours before the scan. Fails if it has none, if nothing was ever delivered, or if the last delivery is older, such as for a stopped trail or a role without permissions.',
  fix: {
    text: 'Configure the trail with a log group and a role that allows CloudTrail to write to it.',
    console: [
      'Open CloudTrail, choose Trails, and choose the trail.',
      'Under CloudWatch Logs, choose Edit, and select Enabled.',
      'Choose a new or existing log group and role, and choose Save changes.',
    ],
    cli: 'aws cloudtrail update-trail --name <name> --cloud-watch-logs-log-group-arn <log group ARN> --cloud-watch-logs-role-arn <role ARN>',
    terraform: `resource "aws_cloudtrail" "audit" {
  name                       = "audit"
  s3_bucket_name             = aws_s3_bucket.trail.id
  is_multi_region_trail      = true
  cloud_watch_logs_group_arn = "\${aws_cloudwatch_log_group.trail.arn}:*"
  cloud_watch_logs_role_arn  = aws_iam_role.trail_to_logs.arn
}`,
  },
  source:
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/send-cloudtrail-events-to-cloudwatch-logs.html',
  links: [
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/monitor-cloudtrail-log-files-with-cloudwatch-logs.html',
  ],
  over: 'trails',
  needs: ['log_group_delivery'],
  judge: ({ name, log_group: group, log_group_delivery: last }, { now }) => {
    if (!group) return fail(`The trail ${name} does not send events to CloudWatch Logs.`)
    if (!last)
      return fail(
        `The trail ${name} has the log group ${group}, but has never delivered events to it.`,
      )
    return daysBetween(last, now) <= 1
      ? pass(`The trail ${name} sends its events to ${group}. The last delivery was at ${last}.`)
      : fail(`The trail ${name} has sent no events to ${group} since ${last}.`)
  },
})
