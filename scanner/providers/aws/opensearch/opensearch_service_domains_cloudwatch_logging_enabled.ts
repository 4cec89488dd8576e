import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

const both = ['SEARCH_SLOW_LOGS', 'INDEX_SLOW_LOGS']

export default check({
  id: 'opensearch_service_domains_cloudwatch_logging_enabled',
  title: 'Domain publishes its slow logs',
  description:
    'Reads which logs each domain sends to CloudWatch and looks for those of slow searches and slow indexing.',
  risk: 'A query that is made to wear the domain down leaves no trace of what it was.',
  decision:
    'Passes when both SEARCH_SLOW_LOGS and INDEX_SLOW_LOGS are published, fails when one of them is not. Thresholds within the indexes, below which nothing is logged, are not read. A domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Publish the slow logs of searches and of indexing.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'On the tab Logs, choose Search slow logs, then Enable, and choose a log group with its policy.',
      'Do the same for Index slow logs.',
      'Set the thresholds of the indexes in OpenSearch itself.',
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
      ? fail(`The domain ${name} does not publish ${missing.join(' and ')}.`)
      : pass(`The domain ${name} publishes its slow logs.`)
  },
})
