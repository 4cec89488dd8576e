import { fail, pass } from '../../../kit/index.ts'
import { check, isPrivate, openMethods } from './resources.ts'

export default check({
  id: 'apigateway_restapi_public_with_authorizer',
  title: 'Public REST API requires authorization for all methods',
  description: 'Reads the authorization type of each method of REST APIs with a public endpoint.',
  risk: 'Anonymous users on the internet can call a public method without authorization and read its data.',
  decision:
    'Fails if the endpoint is EDGE or REGIONAL and a method other than OPTIONS has the authorization type NONE; an API key does not count. Passes if every method of such an API uses IAM, a Lambda authorizer or a Cognito user pool. Private APIs and APIs without methods give no finding. Resource policies are not evaluated.',
  fix: {
    text: 'Configure an authorizer for every method of the public API, or make the API private.',
    console: [
      'Open API Gateway, choose the REST API, and choose Resources.',
      'Choose each method without authorization, choose Method request, and choose Edit.',
      'Choose an authorizer or AWS IAM, and choose Save.',
      'Choose Deploy API, and verify that the method rejects requests without credentials.',
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
      ? fail(
          `The public REST API ${it.name} has methods without authorization: ${open.slice(0, 10).join(', ')}.`,
        )
      : pass(`The public REST API ${it.name} requires authorization for all methods.`)
  },
})
