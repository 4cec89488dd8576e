import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'wafv2_webacl_with_rules',
  title: 'Web ACL has rules',
  description:
    'Counts the rules and groups of rules of each web ACL, those of Firewall Manager included.',
  risk: 'A web ACL without rules lets everything through, while everyone believes that something stands in front.',
  decision:
    'Fails when there is no rule and no group of rules, and passes when there is at least one. What the rules do, and the default action, are not looked at.',
  fix: {
    text: 'Add rules to the web ACL, for example AWS’s managed rule groups.',
    console: [
      'Open AWS WAF & Shield, choose Web ACLs, and choose the web ACL.',
      'On the tab Rules choose Add rules, then Add managed rule groups.',
      'Add the core rule set and what fits your application, then choose Add rules and Save.',
      'The command replaces the web ACL: put the settings that get-web-acl shows and it takes into the file, the default action among them, with the new rules under Rules; for CloudFront the scope is CLOUDFRONT.',
    ],
    cli: 'aws wafv2 update-web-acl --scope REGIONAL --lock-token <lock-token> --cli-input-json file://acl-with-rules.json',
    terraform: `resource "aws_wafv2_web_acl" "shop" {
  # default_action and visibility_config as they are
  name  = "shop"
  scope = "REGIONAL"

  rule {
    # override_action and visibility_config as they are
    name     = "common"
    priority = 1
    statement {
      managed_rule_group_statement {
        vendor_name = "AWS"
        name        = "AWSManagedRulesCommonRuleSet"
      }
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/waf/latest/developerguide/web-acl.html',
  links: [
    'https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-list.html',
  ],
  over: 'webAcls',
  needs: ['rules'],
  judge: ({ name, rules }) =>
    rules.length === 0
      ? fail(`The web ACL ${name} has no rule.`)
      : pass(
          `The web ACL ${name} has ${rules.length === 1 ? 'one rule' : `${rules.length} rules`}.`,
        ),
})
