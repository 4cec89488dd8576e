import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import fieldLevelLoggingEnabled from './appsync_field_level_logging_enabled.ts'
import graphqlApiNoApiKeyAuthentication from './appsync_graphql_api_no_api_key_authentication.ts'
import { collect } from './collect.ts'
import type { AppSync } from './resources.ts'

export default service<AppSync, Aws>({
  name: 'appsync',
  scope: 'regional',
  kinds: {
    apis: { list: ['appsync:ListGraphqlApis'], fields: {} },
  },
  collect,
  checks: [fieldLevelLoggingEnabled, graphqlApiNoApiKeyAuthentication],
})
