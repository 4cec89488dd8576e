import type { PlainService } from './plain.ts'

const common = { permission: 'apigateway:GET' }

export const apigatewayv2: PlainService = {
  name: 'apigatewayv2',
  signed: 'apigateway',
  prefix: 'apigateway',
  protocol: 'rest-json',
  operations: {
    GetApis: {
      http: 'GET /v2/apis',
      list: 'items',
      token: 'nextToken',
      size: 'maxResults',
      ...common,
    },
    GetStages: {
      http: 'GET /v2/apis/{apiId}/stages',
      by: 'apiId',
      none: ['NotFoundException', 404],
      ...common,
    },
    GetRoutes: {
      http: 'GET /v2/apis/{apiId}/routes',
      by: 'apiId',
      none: ['NotFoundException', 404],
      ...common,
    },
  },
}
