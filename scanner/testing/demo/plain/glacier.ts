/** Two old vaults: one without a policy, one with public access. */
import { demoId } from '../facts.ts'

const vault = (VaultName: string) => ({
  VaultARN: `arn:aws:glacier:us-east-1:${demoId}:vaults/${VaultName}`,
  VaultName,
})

export const demoGlacier = () => ({
  'us-east-1': {
    ListVaults: { VaultList: [vault('ledgers'), vault('press-photos')] },
    GetVaultAccessPolicy: {
      'press-photos': {
        Policy: JSON.stringify({
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Allow',
              Principal: '*',
              Action: ['glacier:InitiateJob', 'glacier:GetJobOutput'],
              Resource: vault('press-photos').VaultARN,
            },
          ],
        }),
      },
    },
  },
})
