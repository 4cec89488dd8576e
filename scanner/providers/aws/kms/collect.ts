import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import { listed, policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import { isRotatable, type Key, type KeyDetails, type Kms } from './resources.ts'

interface ListedKey {
  KeyId: string
  KeyArn: string
}

interface Described {
  KeyMetadata?: {
    KeyManager?: string
    KeyState?: string
    KeySpec?: string
    CustomerMasterKeySpec?: string
    Origin?: string
    /** Seconds since 1970. */
    DeletionDate?: number
  }
}

const keys = (aws: Aws) => listed<ListedKey>(aws, 'kms:ListKeys', 'Keys')

async function detailsOf(aws: Aws, KeyId: string): Promise<KeyDetails> {
  const { KeyMetadata: given } = await aws.call<Described>('kms:DescribeKey', { KeyId })
  const spec = given?.KeySpec ?? given?.CustomerMasterKeySpec
  if (!given?.KeyState || !given.KeyManager || !given.Origin || !spec)
    throw aws.broken('kms:DescribeKey', 'the required fields of KeyMetadata')
  return {
    manager: given.KeyManager === 'AWS' ? 'AWS' : 'CUSTOMER',
    state: given.KeyState,
    spec,
    origin: given.Origin,
    deletion_date:
      typeof given.DeletionDate === 'number'
        ? new Date(given.DeletionDate * 1_000).toISOString().slice(0, 10)
        : null,
  }
}

async function rotationOf(aws: Aws, KeyId: string): Promise<boolean> {
  const { KeyRotationEnabled } = await aws.call<{ KeyRotationEnabled?: boolean }>(
    'kms:GetKeyRotationStatus',
    { KeyId },
  )
  if (KeyRotationEnabled === undefined) {
    throw aws.broken('kms:GetKeyRotationStatus', 'KeyRotationEnabled')
  }
  return KeyRotationEnabled
}

async function policyOf(aws: Aws, KeyId: string) {
  // A key has one policy, with this name.
  const { Policy = '' } = await aws.call<{ Policy?: string }>('kms:GetKeyPolicy', {
    KeyId,
    PolicyName: 'default',
  })
  return policyIn(aws, 'kms:GetKeyPolicy', Policy)
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<Kms> => ({
  keys: each<ListedKey, Key>(keys(aws), ({ KeyId, KeyArn }) => {
    const details = once(() => detailsOf(aws, KeyId))
    return {
      uid: KeyArn,
      name: KeyId,
      region,
      details: read(details),
      rotation: read(async () => (isRotatable(await details()) ? rotationOf(aws, KeyId) : null)),
      policy: read(async () =>
        (await details()).manager === 'CUSTOMER' ? policyOf(aws, KeyId) : null,
      ),
    }
  }),
})
