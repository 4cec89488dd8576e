import type { PlainService } from './plain.ts'

export const wafv2: PlainService = {
  name: 'wafv2',
  protocol: 'json',
  target: 'AWSWAF_20190729',
  operations: {
    ListWebACLs: { by: 'Scope', none: { WebACLs: [] } },
    GetWebACL: { by: ['Scope', 'Id', 'Name'], none: ['WAFNonexistentItemException', 400] },
    GetWebACLForResource: { by: 'ResourceArn', none: {} },
    GetLoggingConfiguration: { by: 'ResourceArn', none: ['WAFNonexistentItemException', 400] },
  },
}
