// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Package } from './resources.ts'

export const artifact = world<Package>({
  uid: 'arn:aws:codeartifact:eu-west-1:123456789012:package/shop/internal/npm/shop/cart',
  name: 'shop/cart',
  region: 'eu-west-1',
  repository: 'internal',
  takes_upstream: false,
  origin: null,
})
