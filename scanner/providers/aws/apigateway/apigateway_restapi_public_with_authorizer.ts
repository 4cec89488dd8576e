import { fail, pass } from '../../../kit/index.ts'
import { check, isPrivate, openMethods } from './resources.ts'

export default check({
  id: 'apigateway_restapi_public_with_authorizer',
  title: 'REST API that the internet reaches asks who calls',
  description:
    'Reads, for each REST API with a public endpoint, the types of authorisation of its methods.',
  risk: 'A public method without authorisation hands its data to the first scanner that finds the address.',
  decision:
    'Fails when the endpoint is EDGE or REGIONAL and a method other than OPTIONS has the type NONE; an API key does not count. Passes when every method of such an API has IAM, a Lambda authorizer or a Cognito user pool. Private APIs, and those without methods, give no finding. Resource policies are not weighed.',
  fix: {
    text: 'Give every method of a public API an authorizer, or make the API private.',
    console: [
      'Open API Gateway, choose the REST API, then Resources.',
      'Choose each method without authorisation, then Method request and Edit.',
      'Choose an authorizer or AWS IAM, then choose Save.',
      'Choose Deploy API, and try the method without credentials.',
    ],
    cli: 'aws apigateway update-method --rest-api-id <public-api-id> --resource-id <resource-id> --http-method GET --patch-operations op=replace,path=/authorizationType,value=CUSTOM op=replace,path=/authorizerId,value=<authorizer-id>',
    terraform: `resource "aws_api_gateway_method" "public_orders" {
  rest_api_id   = aws_api_gateway_rest_api.orders.id
  resource_id   = aws_api_gateway_resource.orders.id
  http_method   = "POST"
  authorization = "CUSTOM"
  authorizer_id = aws_api_gateway_authorizer.tokens.id
}`,
  },
  source:
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html',
  links: [
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-endpoint-types.html',
  ],
  over: 'restApis',
  needs: ['methods'],
  judge: (it) => {
    if (isPrivate(it) || it.methods.length === 0) return []
    const open = openMethods(it.methods)
    return open.length > 0
      ? fail(`The public REST API ${it.name} answers anyone at ${open.slice(0, 10).join(', ')}.`)
      : pass(`The public REST API ${it.name} asks who calls at every method.`)
  },
})
