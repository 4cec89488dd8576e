// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Account } from './resources.ts'

export const account = world<Account>({
  uid: 'arn:aws:organizations::123456789012:account',
  name: '123456789012',
  region: 'us-east-1',
  organization: { id: 'o-exampleorg', management: '123456789012' },
  delegated: [],
})
