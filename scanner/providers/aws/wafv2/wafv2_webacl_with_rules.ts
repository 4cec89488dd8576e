import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'wafv2_webacl_with_rules',
  title: 'WAF web ACL has rules',
  description:
    'Counts the rules and rule groups of each web ACL, including those of Firewall Manager.',
  risk: 'A web ACL without rules filters nothing, although the application appears to be protected.',
  decision:
    'Fails if there is no rule and no rule group, and passes if there is at least one. The content of the rules and the default action are not evaluated.',
  fix: {
    text: 'Add rules to the web ACL, for example AWS managed rule groups.',
    console: [
      'Open AWS WAF & Shield, choose Web ACLs, and choose the web ACL.',
      'On the Rules tab, choose Add rules, and then choose Add managed rule groups.',
      'Add the core rule set and other rule groups for your application, choose Add rules, and choose Save.',
      'The command replaces the web ACL. Copy the settings that update-web-acl accepts, including the default action, from the output of get-web-acl into the file for --cli-input-json, and add the new rules under Rules. For CloudFront, use the scope CLOUDFRONT.',
    ],
    cli: 'aws wafv2 update-web-acl --scope REGIONAL --lock-token <lock-token> --cli-input-json file://acl-with-rules.json',
    terraform: `resource "aws_wafv2_web_acl" "shop" {
  # default_action and visibility_config remain unchanged
  name  = "shop"
  scope = "REGIONAL"

  rule {
    # override_action and visibility_config remain unchanged
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
