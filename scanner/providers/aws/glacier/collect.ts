import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import { listed, policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { Glacier, Vault } from './resources.ts'

interface Listed {
  VaultARN: string
  VaultName: string
}

/** The caller's own account, and the version that every request must contain. */
const own = { accountId: '-', version: '2012-06-01' }

const vaults = (aws: Aws) => listed<Listed>(aws, 'glacier:ListVaults', 'VaultList', own)

async function policyOf(
  aws: Aws,
  call: 'glacier:GetVaultAccessPolicy' | 'glacier:GetVaultLock',
  vaultName: string,
) {
  const { Policy = '' } = await aws.call<{ Policy?: string }>(call, { ...own, vaultName })
  return policyIn(aws, call, Policy)
}

const none = ['ResourceNotFoundException']

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<Glacier> => ({
  vaults: each<Listed, Vault>(vaults(aws), ({ VaultARN, VaultName: name }) => ({
    uid: VaultARN,
    name,
    region,
    policy: read(() => policyOf(aws, 'glacier:GetVaultAccessPolicy', name), { none }),
    lock_policy: read(() => policyOf(aws, 'glacier:GetVaultLock', name), { none }),
  })),
})
