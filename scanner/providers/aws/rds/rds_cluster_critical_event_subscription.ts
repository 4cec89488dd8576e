import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { unheard } from './subscriptions.ts'

const wanted = ['maintenance', 'failure']

export default check({
  id: 'rds_cluster_critical_event_subscription',
  title: 'Somebody hears of failures and maintenance of clusters',
  description:
    'Reads the event subscriptions of each region that has Aurora or Multi-AZ clusters, and looks for the ones that report trouble with them to an SNS topic.',
  risk: 'A failed failover or a forced upgrade of a cluster is noticed when customers complain, not when it happens.',
  decision:
    'For each region with clusters: passes when active subscriptions for source type db-cluster, or for all types, bring both the categories maintenance and failure for every cluster. Fails when a category is missing for any of them, also when there is no subscription. A subscription without categories brings all, one without sources covers all clusters. Whether somebody reads the topic is not judged. A region without clusters gives no finding.',
  fix: {
    text: 'Subscribe a topic that people watch to maintenance and failure of all clusters.',
    console: [
      'Open Aurora and RDS, choose Event subscriptions, and choose Create event subscription.',
      'Choose the topic that alarms go to.',
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
      ? fail(`Not every cluster in ${name} has somebody who hears of its ${missing.join(' and ')}.`)
      : pass(`Subscriptions in ${name} report maintenance and failure of every cluster.`)
  },
})
