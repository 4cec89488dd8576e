import type { PlainService } from './plain.ts'

const paging = { token: 'nextToken', size: 'maxResults' } as const

export const kafka: PlainService = {
  name: 'kafka',
  protocol: 'rest-json',
  operations: {
    ListClustersV2: { http: 'GET /api/v2/clusters', list: 'clusterInfoList', ...paging },
  },
}
