import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import enabled from './securityhub_enabled.ts'
import { collect } from './collect.ts'
import type { SecurityHub } from './resources.ts'

export default service<SecurityHub, Aws>({
  name: 'securityhub',
  scope: 'regional',
  kinds: {
    regions: {
      list: [],
      fields: {
        hub: [
          'securityhub:DescribeHub',
          'securityhub:GetEnabledStandards',
          'securityhub:ListEnabledProductsForImport',
        ],
      },
    },
  },
  collect,
  checks: [enabled],
})
