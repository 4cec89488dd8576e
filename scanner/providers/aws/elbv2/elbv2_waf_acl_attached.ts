import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_waf_acl_attached',
  title: 'Application load balancer has a web ACL in front of it',
  description: 'Asks AWS WAF which web ACL filters the requests of each application load balancer.',
  risk: 'Injection attempts, scanners and floods of requests reach the application as they come, with nobody to turn them away.',
  decision:
    'Passes when AWS WAF names a web ACL for the load balancer, and fails when it names none. What the rules of the web ACL do is for the checks of WAF. Web ACLs of AWS WAF Classic are not seen. Other types of load balancers take no web ACL and give no finding.',
  fix: {
    text: 'Associate a web ACL of AWS WAF with the load balancer.',
    console: [
      'Open AWS WAF & Shield, choose Web ACLs, and the region of the load balancer.',
      'Choose a web ACL, or create one with AWS’s managed rule groups.',
      'On the tab Associated AWS resources choose Add AWS resources, and select the load balancer.',
    ],
    cli: 'aws wafv2 associate-web-acl --web-acl-arn <web-acl-arn> --resource-arn <load-balancer-arn>',
    terraform: `resource "aws_wafv2_web_acl_association" "shop" {
  resource_arn = aws_lb.shop.arn
  web_acl_arn  = aws_wafv2_web_acl.shop.arn
}`,
  },
  source:
    'https://docs.aws.amazon.com/waf/latest/developerguide/web-acl-associating-aws-resource.html',
  over: 'loadBalancers',
  needs: ['web_acl'],
  judge: (it) => {
    if (it.type !== 'application') return []
    return it.web_acl === null
      ? fail(`${called(it)} has no web ACL.`)
      : pass(`${called(it)} is filtered by the web ACL ${it.web_acl}.`)
  },
})
