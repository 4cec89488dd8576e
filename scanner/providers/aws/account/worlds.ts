// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Account } from './resources.ts'

export const account = world<Account>({
  uid: 'arn:aws:iam::123456789012:root',
  name: '123456789012',
  region: 'us-east-1',
  contact: { name: 'Operations', company: 'Larkspur', country: 'GB' },
  security_contact: { name: 'Security desk', title: 'On call' },
  overlap: { missing: [], same: [] },
})
