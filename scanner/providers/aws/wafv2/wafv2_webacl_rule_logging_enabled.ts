import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'wafv2_webacl_rule_logging_enabled',
  title: 'WAF web ACL has CloudWatch metrics enabled for all rules',
  description: 'Reads whether CloudWatch metrics are enabled for each rule of a web ACL.',
  risk: 'Without metrics, you cannot see whether a rule blocks legitimate requests or any attack, and cannot set alarms.',
  decision:
    'Fails if metrics are disabled for a rule or a rule group, including those of Firewall Manager, and names it. Passes if they are enabled for all. Web ACLs without rules give no finding. Rules inside rule groups are not evaluated.',
  fix: {
    text: 'Enable CloudWatch metrics for every rule of the web ACL.',
    console: [
      'Open AWS WAF & Shield, choose Web ACLs, and choose the web ACL.',
      'On the Logging and metrics tab, find CloudWatch metrics, and choose Edit.',
      'Turn on metrics for every rule, and choose Save.',
      'The command replaces the web ACL. Copy the settings that update-web-acl accepts, including the default action, from the output of get-web-acl into the file for --cli-input-json, and set CloudWatchMetricsEnabled to true in the VisibilityConfig of each rule. For CloudFront, use the scope CLOUDFRONT.',
    ],
    cli: 'aws wafv2 update-web-acl --scope REGIONAL --lock-token <lock-token> --cli-input-json file://acl-with-metrics.json',
    terraform: `resource "aws_wafv2_web_acl" "shop" {
  # default_action, statement and visibility_config of the web ACL remain unchanged
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
      ? fail(`The web ACL ${name} has metrics disabled for ${silent.slice(0, 10).join(', ')}.`)
      : pass(`The web ACL ${name} has metrics enabled for all rules.`)
  },
})
