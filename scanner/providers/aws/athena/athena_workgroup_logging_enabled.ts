import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'athena_workgroup_logging_enabled',
  title: 'Workgroup publishes what its queries use',
  description: 'Reads whether each workgroup sends the figures of its queries to CloudWatch.',
  risk: 'Somebody who reads out whole tables, or runs up a bill, is noticed at the end of the month.',
  decision:
    'Passes when the workgroup publishes metrics to CloudWatch, fails when it does not. An answer without the setting gives a gap in coverage. A disabled workgroup has no verdict.',
  fix: {
    text: 'Turn on query metrics for the workgroup.',
    console: [
      'Open Amazon Athena, choose Workgroups, and choose the workgroup.',
      'Choose Edit, and under Settings choose Publish query metrics to AWS CloudWatch.',
      'Choose Save changes.',
    ],
    cli: 'aws athena update-work-group --work-group <workgroup> --configuration-updates PublishCloudWatchMetricsEnabled=true',
    terraform: `resource "aws_athena_workgroup" "reports" {
  name = "reports"

  configuration {
    publish_cloudwatch_metrics_enabled = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/athena/latest/ug/athena-cloudwatch-metrics-enable.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/athena-controls.html'],
  over: 'workgroups',
  needs: ['details'],
  judge: ({ name, enabled, details: { metrics } }) => {
    if (!enabled) return []
    return known(metrics, 'athena:GetWorkGroup')
      ? pass(`The workgroup ${name} publishes metrics of its queries.`)
      : fail(`The workgroup ${name} publishes no metrics of its queries.`)
  },
})
