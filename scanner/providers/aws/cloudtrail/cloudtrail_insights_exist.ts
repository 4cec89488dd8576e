import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_insights_exist',
  title: 'Trail has CloudTrail Insights enabled',
  description:
    'Reads the Insights selectors of each trail. CloudTrail Insights learns the normal rate of API calls and errors, and records deviations.',
  risk: 'An unusual burst of API calls or errors, such as during an attack, is not detected.',
  decision:
    'Passes if the trail has at least one type of Insights, for the API call rate or the API error rate. Fails if it has none. Whether the trail is logging is not evaluated here.',
  fix: {
    text: 'Enable Insights events for the API call rate and the API error rate.',
    console: [
      'Open CloudTrail, choose Trails, and choose the trail.',
      'Under Insights events, choose Edit, and select Insights events.',
      'Select API call rate and API error rate, and choose Save changes. Insights events have additional costs.',
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
      ? pass(`The trail ${name} has Insights enabled: ${insights.join(' and ')}.`)
      : fail(`The trail ${name} has no Insights enabled.`),
})
