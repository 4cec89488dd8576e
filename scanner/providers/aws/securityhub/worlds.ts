// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Region } from './resources.ts'

export const region = world<Region>({
  uid: 'arn:aws:securityhub:eu-west-1:123456789012:hub/default',
  name: 'eu-west-1',
  region: 'eu-west-1',
  hub: {
    arn: 'arn:aws:securityhub:eu-west-1:123456789012:hub/default',
    standards: [
      'arn:aws:securityhub:eu-west-1::standards/aws-foundational-security-best-practices/v/1.0.0',
    ],
    products: [],
  },
})
