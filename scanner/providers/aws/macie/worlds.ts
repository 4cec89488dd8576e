// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Region } from './resources.ts'

export const region = world<Region>({
  uid: 'arn:aws:macie2:eu-west-1:123456789012:session',
  name: 'eu-west-1',
  region: 'eu-west-1',
  session: 'ENABLED',
  discovers: true,
  has_buckets: true,
})
