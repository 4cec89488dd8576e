import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { unheard } from './subscriptions.ts'

const wanted = ['maintenance', 'failure']

export default check({
  id: 'rds_cluster_critical_event_subscription',
  title: 'RDS event subscription covers critical DB cluster events',
  description:
    'Reads the event subscriptions of each region with Aurora or Multi-AZ DB clusters, and whether they report cluster failures and maintenance to an SNS topic.',
  risk: 'A failed failover or a forced cluster upgrade is noticed only when customers report it.',
  decision:
    'Fails if a region with clusters has no active subscriptions that include both the categories maintenance and failure for every cluster, or if it has no subscription. Passes if it has such subscriptions for the source type db-cluster, or for all source types. A subscription without categories includes all categories. A subscription without sources covers all clusters. The check does not read whether the topic is monitored. A region without clusters gives no finding.',
  fix: {
    text: 'Subscribe a monitored topic to maintenance and failure events of all clusters.',
    console: [
      'Open Aurora and RDS, choose Event subscriptions, and choose Create event subscription.',
      'Choose the SNS topic for alarms.',
      'Under Source, choose Clusters, all clusters, and the event categories maintenance and failure.',
      'Choose Create.',
    ],
    cli: 'aws rds create-event-subscription --subscription-name clusters --sns-topic-arn <topic-arn> --source-type db-cluster --event-categories maintenance failure',
    terraform: `resource "aws_db_event_subscription" "clusters" {
  name             = "clusters"
  sns_topic        = aws_sns_topic.alarms.arn
  source_type      = "db-cluster"
  event_categories = ["maintenance", "failure"]
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/USER_Events.html',
  over: 'regions',
  needs: ['clusters', 'subscriptions'],
  judge: ({ name, clusters, subscriptions }) => {
    if (clusters.length === 0) return []
    const missing = unheard(subscriptions, 'db-cluster', wanted, clusters)
    return missing.length > 0
      ? fail(
          `Event subscriptions in ${name} do not report ${missing.join(' and ')} of every cluster.`,
        )
      : pass(`Event subscriptions in ${name} report maintenance and failure of every cluster.`)
  },
})
