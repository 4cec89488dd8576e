import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'wafv2_webacl_rule_logging_enabled',
  title: 'Every rule of a web ACL is counted',
  description: 'Reads whether CloudWatch counts the requests that each rule of a web ACL matches.',
  risk: 'A rule that nobody counts may stop good visitors or no attack at all, and no alarm can be set on it.',
  decision:
    'Fails when metrics are off for a rule or a group of rules, those of Firewall Manager included, and names it. Passes when they are on for all. Web ACLs without rules give no finding. Rules inside groups are not looked at.',
  fix: {
    text: 'Turn on CloudWatch metrics for every rule of the web ACL.',
    console: [
      'Open AWS WAF & Shield, choose Web ACLs, and choose the web ACL.',
      'On the tab Logging and metrics find CloudWatch metrics, and choose Edit.',
      'Turn on metrics for every rule, then choose Save.',
      'The command replaces the web ACL: put the settings that get-web-acl shows and it takes into the file, the default action among them, with CloudWatchMetricsEnabled true in the VisibilityConfig of each rule; for CloudFront the scope is CLOUDFRONT.',
    ],
    cli: 'aws wafv2 update-web-acl --scope REGIONAL --lock-token <lock-token> --cli-input-json file://acl-with-metrics.json',
    terraform: `resource "aws_wafv2_web_acl" "shop" {
  # default_action, statement and visibility_config of the web ACL as they are
  name  = "shop"
  scope = "REGIONAL"

  rule {
    name     = "common"
    priority = 1
    visibility_config {
      cloudwatch_metrics_enabled = true
      metric_name                = "common"
      sampled_requests_enabled   = true
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/waf/latest/developerguide/monitoring-cloudwatch.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/waf-controls.html'],
  over: 'webAcls',
  needs: ['rules'],
  judge: ({ name, rules }) => {
    if (rules.length === 0) return []
    const silent = rules.filter(({ metrics }) => !metrics).map((rule) => rule.name)
    return silent.length > 0
      ? fail(`The web ACL ${name} does not count what ${silent.slice(0, 10).join(', ')} match.`)
      : pass(`The web ACL ${name} counts what every rule matches.`)
  },
})
