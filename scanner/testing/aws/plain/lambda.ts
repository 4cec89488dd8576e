import type { PlainService } from './plain.ts'

export const lambda: PlainService = {
  name: 'lambda',
  protocol: 'rest-json',
  operations: {
    ListFunctions: {
      http: 'GET /2015-03-31/functions',
      list: 'Functions',
      token: 'Marker',
      next: 'NextMarker',
      size: 'MaxItems',
    },
    GetPolicy: {
      http: 'GET /2015-03-31/functions/{FunctionName}/policy',
      by: 'FunctionName',
      none: ['ResourceNotFoundException', 404],
    },
    ListFunctionUrlConfigs: {
      http: 'GET /2021-10-31/functions/{FunctionName}/urls',
      by: 'FunctionName',
      none: { FunctionUrlConfigs: [] },
    },
  },
}
