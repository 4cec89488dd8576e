import { fail, pass } from '../../../kit/index.ts'
import { check, isPrivate } from './resources.ts'

export default check({
  id: 'apigateway_restapi_public',
  title: 'REST API is private',
  description: 'Reads the endpoint types of each REST API.',
  risk: 'Every method without protection is accessible from the internet.',
  decision:
    'Passes if PRIVATE is the only endpoint type, and fails if the type is EDGE or REGIONAL. Resource policies, authorizers and web ACLs, which can restrict access, are not evaluated.',
  fix: {
    text: 'Make the API private if all of its callers are in your networks.',
    console: [
      'Open API Gateway, choose the REST API, and choose API settings.',
      'Under API details, choose Edit, and set the endpoint type to Private with your VPC endpoints.',
      'Add a resource policy that allows the VPC endpoints, and deploy the API again.',
    ],
    cli: 'aws apigateway update-rest-api --rest-api-id <api-id> --patch-operations op=replace,path=/endpointConfiguration/types/REGIONAL,value=PRIVATE',
    terraform: `resource "aws_api_gateway_rest_api" "orders" {
  name = "orders"

  endpoint_configuration {
    types            = ["PRIVATE"]
    vpc_endpoint_ids = [aws_vpc_endpoint.execute_api.id]
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-private-apis.html',
  over: 'restApis',
  needs: [],
  judge: (it) =>
    isPrivate(it)
      ? pass(`The REST API ${it.name} is private.`)
      : fail(
          `The REST API ${it.name} is accessible from the internet: its endpoint type is ${it.endpoint_types.join(', ') || 'not private'}.`,
        ),
})
