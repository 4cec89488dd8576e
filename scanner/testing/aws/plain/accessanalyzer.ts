import type { PlainService } from './plain.ts'

export const accessanalyzer: PlainService = {
  name: 'accessanalyzer',
  signed: 'access-analyzer',
  prefix: 'access-analyzer',
  protocol: 'rest-json',
  operations: {
    ListAnalyzers: {
      http: 'GET /analyzer',
      list: 'analyzers',
      token: 'nextToken',
      size: 'maxResults',
    },
    ListFindings: { http: 'POST /finding', by: 'analyzerArn', none: { findings: [] } },
  },
}
