import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_audit_logging_enabled',
  title: 'OpenSearch domain publishes audit logs',
  description:
    'Reads which logs each domain publishes to CloudWatch Logs, and whether the audit log is one of them.',
  risk: 'Failed sign-ins, permission changes and reads of sensitive indexes are not recorded.',
  decision:
    'Passes if AUDIT_LOGS are published. Fails if they are not. Audit logs require fine-grained access control. The check does not read whether auditing is also enabled inside OpenSearch. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Publish the audit log and enable auditing in the domain.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'On the Security configuration tab, verify that fine-grained access control is on.',
      'On the Logs tab, choose Audit logs, then Enable, and choose a log group with its policy.',
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
      ? pass(`Domain ${name} publishes audit logs.`)
      : fail(`Domain ${name} does not publish audit logs.`)
  },
})
