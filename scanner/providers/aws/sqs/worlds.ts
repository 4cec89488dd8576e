// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Queue } from './resources.ts'

export const queue = world<Queue>({
  uid: 'arn:aws:sqs:eu-west-1:123456789012:orders',
  name: 'orders',
  region: 'eu-west-1',
  policy: null,
  encryption: { kms_key: null, by_sqs: true },
})
