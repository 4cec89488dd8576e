import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import apiAccessLoggingEnabled from './apigatewayv2_api_access_logging_enabled.ts'
import apiAuthorizersEnabled from './apigatewayv2_api_authorizers_enabled.ts'
import { collect } from './collect.ts'
import type { ApiGatewayV2 } from './resources.ts'

// All reads of API Gateway require the same permission.
const reading = ['apigateway:GET']

export default service<ApiGatewayV2, Aws>({
  name: 'apigatewayv2',
  scope: 'regional',
  kinds: {
    apis: { list: reading, fields: { routes: reading } },
    stages: { list: reading, fields: {} },
  },
  collect,
  checks: [apiAccessLoggingEnabled, apiAuthorizersEnabled],
})
