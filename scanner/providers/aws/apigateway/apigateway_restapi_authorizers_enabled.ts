import { fail, pass } from '../../../kit/index.ts'
import { check, openMethods } from './resources.ts'

export default check({
  id: 'apigateway_restapi_authorizers_enabled',
  title: 'REST API requires authorization for all methods',
  description: 'Reads the authorization type of each method of a REST API.',
  risk: 'Anyone who can reach the API can call a method without authorization, and such a method is easily overlooked.',
  decision:
    'Fails if a method has the authorization type NONE, even if it requires an API key, which identifies a usage plan and not a caller. Passes if every method uses IAM, a Lambda authorizer or a Cognito user pool. OPTIONS methods are ignored, and APIs without other methods give no finding. Resource policies are not evaluated.',
  fix: {
    text: 'Configure an authorizer or IAM authorization for every method.',
    console: [
      'Open API Gateway, choose the REST API, choose Authorizers, and create an authorizer.',
      'Under Resources, choose the method, choose Method request, and choose Edit.',
      'Under Authorization, choose the authorizer or AWS IAM, and choose Save.',
      'Choose Deploy API.',
    ],
    cli: 'aws apigateway update-method --rest-api-id <api-id> --resource-id <resource-id> --http-method GET --patch-operations op=replace,path=/authorizationType,value=AWS_IAM',
    terraform: `resource "aws_api_gateway_method" "orders" {
  rest_api_id   = aws_api_gateway_rest_api.orders.id
  resource_id   = aws_api_gateway_resource.orders.id
  http_method   = "GET"
  authorization = "COGNITO_USER_POOLS"
  authorizer_id = aws_api_gateway_authorizer.customers.id
}`,
  },
  source:
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-control-access-to-api.html',
  over: 'restApis',
  needs: ['methods'],
  judge: ({ name, methods }) => {
    if (methods.length === 0) return []
    const open = openMethods(methods)
    return open.length > 0
      ? fail(
          `The REST API ${name} has methods without authorization: ${open.slice(0, 10).join(', ')}.`,
        )
      : pass(`The REST API ${name} requires authorization for all methods.`)
  },
})
