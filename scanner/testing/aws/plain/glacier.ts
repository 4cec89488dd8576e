import type { PlainService } from './plain.ts'

export const glacier: PlainService = {
  name: 'glacier',
  protocol: 'rest-json',
  operations: {
    ListVaults: {
      http: 'GET /{accountId}/vaults',
      list: 'VaultList',
      token: 'marker',
      next: 'Marker',
      size: 'limit',
    },
    GetVaultAccessPolicy: {
      http: 'GET /{accountId}/vaults/{vaultName}/access-policy',
      by: 'vaultName',
      none: ['ResourceNotFoundException', 404],
    },
    GetVaultLock: {
      http: 'GET /{accountId}/vaults/{vaultName}/lock-policy',
      by: 'vaultName',
      none: ['ResourceNotFoundException', 404],
    },
  },
}
