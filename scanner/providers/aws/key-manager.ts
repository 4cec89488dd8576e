import type { Aws } from './client.ts'

export type KeyManager = 'CUSTOMER' | 'AWS'

/**
 * Returns the manager of the KMS key with this ARN. Requires the permission `kms:DescribeKey` for keys of this account.
 */
export async function keyManager(aws: Aws, arn: string): Promise<KeyManager> {
  const [, , , region = '', owner] = arn.split(':')
  // AWS creates its own keys within each account, so a key of another account belongs to a customer.
  if (owner !== aws.account) return 'CUSTOMER'
  const { KeyMetadata: it } = await aws.call<{ KeyMetadata?: { KeyManager?: string } }>(
    'kms:DescribeKey',
    { KeyId: arn },
    { region },
  )
  if (!it?.KeyManager) throw aws.broken('kms:DescribeKey', 'KeyManager')
  return it.KeyManager === 'AWS' ? 'AWS' : 'CUSTOMER'
}
