import type { PlainService } from './plain.ts'

export const athena: PlainService = {
  name: 'athena',
  protocol: 'json',
  target: 'AmazonAthena',
  operations: {
    ListWorkGroups: { list: 'WorkGroups' },
    GetWorkGroup: { by: 'WorkGroup', none: ['InvalidRequestException', 400] },
  },
}
