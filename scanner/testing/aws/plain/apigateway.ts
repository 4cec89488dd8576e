import type { PlainService } from './plain.ts'

const paging = { token: 'position', size: 'limit', permission: 'apigateway:GET' }

export const apigateway: PlainService = {
  name: 'apigateway',
  protocol: 'rest-json',
  operations: {
    GetRestApis: { http: 'GET /restapis', list: 'item', ...paging },
    GetDomainNames: { http: 'GET /domainnames', list: 'item', ...paging },
    GetStages: {
      http: 'GET /restapis/{restApiId}/stages',
      permission: 'apigateway:GET',
      by: 'restApiId',
      none: ['NotFoundException', 404],
    },
    GetResources: {
      http: 'GET /restapis/{restApiId}/resources',
      permission: 'apigateway:GET',
      by: 'restApiId',
      none: ['NotFoundException', 404],
    },
  },
}
