import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigateway_restapi_waf_acl_attached',
  title: 'REST API stage has a web ACL associated',
  description: 'Reads the AWS WAF web ACL of each stage.',
  risk: 'Without a web ACL, request floods and injection attempts reach the backend of the API unfiltered.',
  decision:
    'Passes if the stage has a web ACL, and fails if it has none. The rules of the web ACL are covered by the WAF checks. A web ACL of a CloudFront distribution in front of the API is not evaluated.',
  fix: {
    text: 'Associate an AWS WAF web ACL with the stage.',
    console: [
      'Open API Gateway, choose the REST API, choose Stages, and choose the stage.',
      'Under Stage details, choose Edit.',
      'Under Web application firewall, choose the web ACL, and choose Save changes.',
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
      ? fail(`The stage ${name} has no web ACL associated.`)
      : pass(`The stage ${name} has the web ACL ${acl} associated.`),
})
