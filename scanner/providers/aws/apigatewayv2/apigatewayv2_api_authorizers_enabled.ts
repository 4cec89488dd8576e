import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigatewayv2_api_authorizers_enabled',
  title: 'HTTP or WebSocket API asks who calls',
  description:
    'Reads the type of authorisation of the routes of each HTTP API, and of the route by which clients connect to a WebSocket API.',
  risk: 'Whoever knows the address may call an open route, and an open WebSocket keeps him connected for hours.',
  decision:
    'An HTTP API fails when a route other than OPTIONS has no authorisation, and passes when all have IAM, a JWT or a Lambda authorizer. A WebSocket API fails when its route $connect has no authorisation or is missing, because the other routes ask nobody again, and passes when it has one. APIs without routes give no finding.',
  fix: {
    text: 'Give every route, or the route $connect of a WebSocket API, an authorizer or authorisation by IAM.',
    console: [
      'Open API Gateway, choose the API, then Authorization.',
      'On the tab Manage authorizers create one, if there is none.',
      'On the tab Attach authorizers to routes choose each route without one, select the authorizer, and attach it.',
      'Deploy the API where its stage does not deploy by itself.',
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
        ? pass(`The WebSocket API ${name} asks who connects.`)
        : fail(`The WebSocket API ${name} lets everyone connect.`)
    }
    const open = routes.filter(
      ({ key, authorization }) => authorization === 'NONE' && !key.startsWith('OPTIONS '),
    )
    const list = open.map(({ key }) => key)
    return open.length > 0
      ? fail(`The HTTP API ${name} asks nobody who calls ${list.slice(0, 10).join(', ')}.`)
      : pass(`The HTTP API ${name} asks who calls at every route.`)
  },
})
