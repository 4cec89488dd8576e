import { service } from '../../../kit/index.ts'
import type { Okta } from '../client.ts'
import zoneBlockAnonymizedProxies from './network_zone_block_anonymized_proxies.ts'
import { collect } from './collect.ts'
import type { Networks } from './resources.ts'

export default service<Networks, Okta>({
  name: 'network',
  scope: 'global',
  kinds: {
    organizations: { list: [], fields: { blocked_zones: ['okta.networkZones.read'] } },
  },
  collect,
  checks: [zoneBlockAnonymizedProxies],
})
