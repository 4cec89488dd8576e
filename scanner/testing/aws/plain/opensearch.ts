import type { PlainService } from './plain.ts'

export const opensearch: PlainService = {
  name: 'es',
  protocol: 'rest-json',
  operations: {
    ListDomainNames: { http: 'GET /2021-01-01/domain', list: 'DomainNames' },
    DescribeDomain: {
      http: 'GET /2021-01-01/opensearch/domain/{DomainName}',
      by: 'DomainName',
      none: ['ResourceNotFoundException', 409],
    },
  },
}
