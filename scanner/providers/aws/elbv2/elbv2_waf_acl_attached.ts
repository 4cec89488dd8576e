import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_waf_acl_attached',
  title: 'Application Load Balancer has a web ACL associated',
  description: 'Reads the AWS WAF web ACL that is associated with each Application Load Balancer.',
  risk: 'Without a web ACL, injection attempts, scanners and request floods reach the application unfiltered.',
  decision:
    'Passes if AWS WAF reports a web ACL for the load balancer, and fails if it reports none. The rules of the web ACL are covered by the WAF checks. AWS WAF Classic web ACLs are not evaluated. Other types of load balancers do not support web ACLs and give no finding.',
  fix: {
    text: 'Associate an AWS WAF web ACL with the load balancer.',
    console: [
      'Open AWS WAF & Shield, choose Web ACLs, and choose the region of the load balancer.',
      'Choose a web ACL, or create one with AWS managed rule groups.',
      'On the Associated AWS resources tab, choose Add AWS resources, and select the load balancer.',
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
      ? fail(`${called(it)} has no web ACL associated.`)
      : pass(`${called(it)} has the web ACL ${it.web_acl} associated.`)
  },
})
