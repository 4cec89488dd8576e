// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Registry, Repository } from './resources.ts'

export const repository = world<Repository>({
  uid: 'arn:aws:ecr:eu-west-1:123456789012:repository/shop',
  name: 'shop',
  region: 'eu-west-1',
  tag_mutability: 'IMMUTABLE',
  lifecycle_rules: 1,
  policy: null,
  scan_frequency: 'SCAN_ON_PUSH',
  newest_scan: { digest: 'sha256:1f0c', status: 'COMPLETE', counts: {} },
})

export const registry = world<Registry>({
  uid: 'arn:aws:ecr:eu-west-1:123456789012:registry',
  name: '123456789012',
  region: 'eu-west-1',
  scan_type: 'BASIC',
  rules: [{ frequency: 'SCAN_ON_PUSH', filters: ['*'] }],
})
