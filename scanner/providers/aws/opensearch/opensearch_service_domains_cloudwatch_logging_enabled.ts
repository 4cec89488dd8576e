import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

const both = ['SEARCH_SLOW_LOGS', 'INDEX_SLOW_LOGS']

export default check({
  id: 'opensearch_service_domains_cloudwatch_logging_enabled',
  title: 'OpenSearch domain publishes slow logs',
  description:
    'Reads which logs each domain publishes to CloudWatch Logs, and whether the search and index slow logs are included.',
  risk: 'Queries that are intended to overload the domain are not recorded.',
  decision:
    'Passes if both SEARCH_SLOW_LOGS and INDEX_SLOW_LOGS are published. Fails if one of them is not. The check does not read the thresholds of the indexes, below which nothing is logged. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Publish the search slow log and the index slow log.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'On the Logs tab, choose Search slow logs, then Enable, and choose a log group with its policy.',
      'Do the same for Index slow logs.',
      'Set the slow log thresholds of the indexes in OpenSearch.',
    ],
    cli: 'aws opensearch update-domain-config --domain-name <domain> --log-publishing-options \'{"SEARCH_SLOW_LOGS":{"CloudWatchLogsLogGroupArn":"<group>","Enabled":true},"INDEX_SLOW_LOGS":{"CloudWatchLogsLogGroupArn":"<group>","Enabled":true}}\'',
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  log_publishing_options {
    log_type                 = "SEARCH_SLOW_LOGS"
    cloudwatch_log_group_arn = aws_cloudwatch_log_group.search.arn
  }

  log_publishing_options {
    log_type                 = "INDEX_SLOW_LOGS"
    cloudwatch_log_group_arn = aws_cloudwatch_log_group.search.arn
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/createdomain-configure-slow-logs.html',
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, logs } }) => {
    if (!settled) return []
    const missing = both.filter((it) => !logs.includes(it))
    return missing.length > 0
      ? fail(`Domain ${name} does not publish ${missing.join(' and ')}.`)
      : pass(`Domain ${name} publishes slow logs.`)
  },
})
