import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'athena_workgroup_logging_enabled',
  title: 'Athena workgroup publishes query metrics to CloudWatch',
  description: 'Reads whether each workgroup publishes its query metrics to CloudWatch.',
  risk: 'Queries that export whole tables or cause high costs are not noticed until the end of the month.',
  decision:
    'Passes if the workgroup publishes metrics to CloudWatch. Fails if it does not. A response without the setting gives a gap in coverage. A disabled workgroup gives no finding.',
  fix: {
    text: 'Enable query metrics for the workgroup.',
    console: [
      'Open Amazon Athena, choose Workgroups, and choose the workgroup.',
      'Choose Edit, and under Settings, choose Publish query metrics to AWS CloudWatch.',
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
      ? pass(`The workgroup ${name} publishes query metrics to CloudWatch.`)
      : fail(`The workgroup ${name} does not publish query metrics to CloudWatch.`)
  },
})
