import { fail, pass } from '../../../kit/index.ts'
import { daysBetween } from '../days.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_cloudwatch_logging_enabled',
  title: 'Trail sends its events to CloudWatch Logs',
  description:
    'Reads which log group a trail delivers to, and when something last arrived there. Alarms on events need this way; files in a bucket come too late for them.',
  risk: 'What the trail records is seen when somebody searches the bucket, days after an alarm would have gone off.',
  decision:
    'Passes when the trail has a log group and CloudWatch got something in the 24 hours before the scan. Fails when it has none, when nothing was ever delivered, and when the last delivery is older, as with a trail that is stopped or whose role lost its permissions.',
  fix: {
    text: 'Give the trail a log group, and a role by which CloudTrail may write to it.',
    console: [
      'Open CloudTrail, choose Trails, and choose the trail.',
      'Under CloudWatch Logs choose Edit, and select Enabled.',
      'Choose a log group and a role, new ones or those that exist, and save.',
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
    if (!group) return fail(`The trail ${name} sends nothing to CloudWatch Logs.`)
    if (!last) return fail(`The trail ${name} has ${group}, but nothing ever arrived there.`)
    return daysBetween(last, now) <= 1
      ? pass(`The trail ${name} sends its events to ${group}, last at ${last}.`)
      : fail(`The trail ${name} has sent nothing to ${group} since ${last}.`)
  },
})
