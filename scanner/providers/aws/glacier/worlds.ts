// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import { allowingAction } from '../policy-worlds.ts'
import type { Vault } from './resources.ts'

/** A vault's policy with one statement. */
export const allowing = allowingAction('glacier:*')

export const vault = world<Vault>({
  uid: 'arn:aws:glacier:eu-west-1:123456789012:vaults/ledgers',
  name: 'ledgers',
  region: 'eu-west-1',
  policy: null,
  lock_policy: null,
})
