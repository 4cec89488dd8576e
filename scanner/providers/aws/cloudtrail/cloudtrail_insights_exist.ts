import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_insights_exist',
  title: 'Trail looks for unusual activity',
  description:
    'Reads which insights a trail has: CloudTrail then learns the usual rate of calls and of errors, and records when it is left.',
  risk: 'A burst of calls that nobody made before, or of errors, stays one line among millions.',
  decision:
    'Passes when the trail has at least one kind of insight, for the rate of calls or of errors. Fails when it has none. Whether the trail is logging is not looked at here.',
  fix: {
    text: 'Turn on insights for the rates of calls and of errors.',
    console: [
      'Open CloudTrail, choose Trails, and choose the trail.',
      'Under Insights events choose Edit, and select Insights events.',
      'Select API call rate and API error rate, and save; the events cost extra.',
    ],
    cli: `aws cloudtrail put-insight-selectors --trail-name <name> --insight-selectors '[{"InsightType":"ApiCallRateInsight"},{"InsightType":"ApiErrorRateInsight"}]'`,
    terraform: `resource "aws_cloudtrail" "insights" {
  name                  = "audit"
  s3_bucket_name        = aws_s3_bucket.trail.id
  is_multi_region_trail = true

  insight_selector {
    insight_type = "ApiCallRateInsight"
  }

  insight_selector {
    insight_type = "ApiErrorRateInsight"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/logging-insights-events-with-cloudtrail.html',
  over: 'trails',
  needs: ['insights'],
  judge: ({ name, insights }) =>
    insights.length > 0
      ? pass(`The trail ${name} looks for ${insights.join(' and ')}.`)
      : fail(`The trail ${name} has no insights.`),
})
