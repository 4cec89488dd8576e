import type { PlainService } from './plain.ts'

export const kafkaconnect: PlainService = {
  name: 'kafkaconnect',
  protocol: 'rest-json',
  operations: {
    ListConnectors: {
      http: 'GET /v1/connectors',
      list: 'connectors',
      token: 'nextToken',
      size: 'maxResults',
    },
  },
}
