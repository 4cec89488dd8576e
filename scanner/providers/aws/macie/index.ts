import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import automatedSensitiveDataDiscoveryEnabled from './macie_automated_sensitive_data_discovery_enabled.ts'
import isEnabled from './macie_is_enabled.ts'
import { collect } from './collect.ts'
import type { Macie } from './resources.ts'

export default service<Macie, Aws>({
  name: 'macie',
  scope: 'regional',
  kinds: {
    regions: {
      list: [],
      fields: {
        session: ['macie2:GetMacieSession'],
        discovers: ['macie2:GetAutomatedDiscoveryConfiguration'],
        has_buckets: ['s3:ListAllMyBuckets'],
      },
    },
  },
  collect,
  checks: [automatedSensitiveDataDiscoveryEnabled, isEnabled],
})
