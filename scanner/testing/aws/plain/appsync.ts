import type { PlainService } from './plain.ts'

export const appsync: PlainService = {
  name: 'appsync',
  protocol: 'rest-json',
  operations: {
    ListGraphqlApis: {
      http: 'GET /v1/apis',
      list: 'graphqlApis',
      token: 'nextToken',
      size: 'maxResults',
    },
  },
}
