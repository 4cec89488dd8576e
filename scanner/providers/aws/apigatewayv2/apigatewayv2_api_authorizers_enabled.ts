import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigatewayv2_api_authorizers_enabled',
  title: 'HTTP or WebSocket API requires authorization',
  description:
    'Reads the authorization type of the routes of each HTTP API, and of the $connect route of each WebSocket API.',
  risk: 'Anyone who knows the URL can call a route without authorization or keep a WebSocket connection open.',
  decision:
    'Fails if a route of an HTTP API other than OPTIONS has no authorization, or if the $connect route of a WebSocket API has none or is missing. Other WebSocket routes are not authorized again. Passes if all routes of an HTTP API use IAM, a JWT or a Lambda authorizer, or if the $connect route has authorization. APIs without routes give no finding.',
  fix: {
    text: 'Configure an authorizer or IAM authorization for every route, or for the $connect route of a WebSocket API.',
    console: [
      'Open API Gateway, choose the API, and choose Authorization.',
      'If there is no authorizer, create one on the Manage authorizers tab.',
      'On the Attach authorizers to routes tab, choose each route without an authorizer, select the authorizer, and attach it.',
      'Deploy the API if its stage does not deploy automatically.',
    ],
    cli: 'aws apigatewayv2 update-route --api-id <api-id> --route-id <route-id> --authorization-type JWT --authorizer-id <authorizer-id>',
    terraform: `resource "aws_apigatewayv2_route" "orders" {
  api_id             = aws_apigatewayv2_api.orders.id
  route_key          = "GET /orders"
  target             = "integrations/\${aws_apigatewayv2_integration.orders.id}"
  authorization_type = "JWT"
  authorizer_id      = aws_apigatewayv2_authorizer.customers.id
}`,
  },
  source:
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-access-control.html',
  links: [
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-control-access.html',
  ],
  over: 'apis',
  needs: ['routes'],
  judge: ({ name, protocol, routes }) => {
    if (routes.length === 0) return []
    if (protocol === 'WEBSOCKET') {
      const connect = routes.find(({ key }) => key === '$connect')
      return connect && connect.authorization !== 'NONE'
        ? pass(`The WebSocket API ${name} requires authorization to connect.`)
        : fail(`The WebSocket API ${name} allows connections without authorization.`)
    }
    const open = routes.filter(
      ({ key, authorization }) => authorization === 'NONE' && !key.startsWith('OPTIONS '),
    )
    const list = open.map(({ key }) => key)
    return open.length > 0
      ? fail(
          `The HTTP API ${name} has routes without authorization: ${list.slice(0, 10).join(', ')}.`,
        )
      : pass(`The HTTP API ${name} requires authorization for all routes.`)
  },
})
