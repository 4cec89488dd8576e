import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_audit_logging_enabled',
  title: 'Domain publishes its audit log',
  description:
    'Reads which logs each domain sends to CloudWatch and looks for the one that tells who did what.',
  risk: 'Failed sign-ins, changes of rights and reads of sensitive indexes happen without a trace.',
  decision:
    'Passes when AUDIT_LOGS are published, fails when they are not; they need fine-grained access control. Whether auditing is switched on inside OpenSearch too is not read. A domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Publish the audit log and switch auditing on in the domain.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'See on the tab Security configuration that fine-grained access control is on.',
      'On the tab Logs, choose Audit logs, then Enable, and choose a log group with its policy.',
      'In OpenSearch Dashboards, open Security, then Audit logs, and enable audit logging.',
    ],
    cli: 'aws opensearch update-domain-config --domain-name <domain> --log-publishing-options \'{"AUDIT_LOGS":{"CloudWatchLogsLogGroupArn":"<group>","Enabled":true}}\'',
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  log_publishing_options {
    log_type                 = "AUDIT_LOGS"
    cloudwatch_log_group_arn = aws_cloudwatch_log_group.audit.arn
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/audit-logs.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/opensearch-controls.html'],
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, logs } }) => {
    if (!settled) return []
    return logs.includes('AUDIT_LOGS')
      ? pass(`The domain ${name} publishes its audit log.`)
      : fail(`The domain ${name} publishes no audit log.`)
  },
})
