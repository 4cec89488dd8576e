import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import vaultsPolicyPublicAccess from './glacier_vaults_policy_public_access.ts'
import type { Glacier } from './resources.ts'

export default service<Glacier, Aws>({
  name: 'glacier',
  scope: 'regional',
  kinds: {
    vaults: {
      list: ['glacier:ListVaults'],
      fields: { policy: ['glacier:GetVaultAccessPolicy'], lock_policy: ['glacier:GetVaultLock'] },
    },
  },
  collect,
  checks: [vaultsPolicyPublicAccess],
})
