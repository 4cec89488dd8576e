import { service } from '../../../kit/index.ts'
import type { Okta } from '../client.ts'
import notSuperAdmin from './apitoken_not_super_admin.ts'
import restrictedToNetworkZone from './apitoken_restricted_to_network_zone.ts'
import { collect } from './collect.ts'
import type { ApiTokens } from './resources.ts'

export default service<ApiTokens, Okta>({
  name: 'apitoken',
  scope: 'global',
  kinds: {
    tokens: {
      list: ['okta.apiTokens.read'],
      fields: { network: [], roles: ['okta.roles.read', 'okta.groups.read'] },
    },
  },
  collect,
  checks: [notSuperAdmin, restrictedToNetworkZone],
})
