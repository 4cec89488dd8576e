import type { PlainService } from './plain.ts'

export const securityhub: PlainService = {
  name: 'securityhub',
  protocol: 'rest-json',
  operations: {
    DescribeHub: {
      http: 'GET /accounts',
      none: ['InvalidAccessException', 401, 'This account is not subscribed to AWS Security Hub'],
    },
    GetEnabledStandards: { http: 'POST /standards/get', list: 'StandardsSubscriptions' },
    ListEnabledProductsForImport: {
      http: 'GET /productSubscriptions',
      list: 'ProductSubscriptions',
    },
  },
}
