import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigateway_restapi_waf_acl_attached',
  title: 'Stage of a REST API has a web ACL in front of it',
  description: 'Reads which web ACL of AWS WAF filters the calls to each stage.',
  risk: 'Whoever floods the API or tries injections has nothing in his way but the code behind it.',
  decision:
    'Passes when the stage names a web ACL, and fails when it names none. What the rules of the web ACL do is for the checks of WAF, and a web ACL of a CloudFront distribution in front is not seen.',
  fix: {
    text: 'Associate a web ACL of AWS WAF with the stage.',
    console: [
      'Open API Gateway, choose the REST API, then Stages and the stage.',
      'Under Stage details choose Edit.',
      'Choose the web ACL under Web application firewall, then choose Save changes.',
    ],
    cli: 'aws wafv2 associate-web-acl --web-acl-arn <web-acl-arn> --resource-arn <stage-arn>',
    terraform: `resource "aws_wafv2_web_acl_association" "orders" {
  resource_arn = aws_api_gateway_stage.live.arn
  web_acl_arn  = aws_wafv2_web_acl.api.arn
}`,
  },
  source:
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-control-access-aws-waf.html',
  over: 'stages',
  needs: [],
  judge: ({ name, web_acl: acl }) =>
    acl === null
      ? fail(`The stage ${name} has no web ACL.`)
      : pass(`The stage ${name} is filtered by the web ACL ${acl}.`),
})
