import { fail, pass } from '../../../kit/index.ts'
import { check, openMethods } from './resources.ts'

export default check({
  id: 'apigateway_restapi_authorizers_enabled',
  title: 'Every method of a REST API asks who calls',
  description: 'Reads the type of authorisation of each method of a REST API.',
  risk: 'A method without authorisation answers anyone who can reach it, and is usually the one that nobody remembers.',
  decision:
    'Fails when a method has the type NONE, also where it wants an API key, which identifies a plan and not a caller. Passes when every method has IAM, a Lambda authorizer or a Cognito user pool. Methods OPTIONS are left out, and APIs without other methods give no finding. Resource policies are not weighed.',
  fix: {
    text: 'Give every method an authorizer, or authorisation by IAM.',
    console: [
      'Open API Gateway, choose the REST API, then Authorizers, and create one.',
      'Under Resources choose the method, then Method request and Edit.',
      'Choose the authorizer or AWS IAM under Authorization, then choose Save.',
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
      ? fail(`The REST API ${name} asks nobody who calls ${open.slice(0, 10).join(', ')}.`)
      : pass(`The REST API ${name} asks who calls at every method.`)
  },
})
