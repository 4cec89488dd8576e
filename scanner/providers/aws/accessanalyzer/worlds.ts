// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Analyzer, Region } from './resources.ts'

export const region = world<Region>({
  uid: 'arn:aws:access-analyzer:eu-west-1:123456789012:analyzers',
  name: 'eu-west-1',
  region: 'eu-west-1',
  analyzers: [{ name: 'outside', status: 'ACTIVE' }],
})

export const analyzer = world<Analyzer>({
  uid: 'arn:aws:access-analyzer:eu-west-1:123456789012:analyzer/outside',
  name: 'outside',
  region: 'eu-west-1',
  type: 'ACCOUNT',
  status: 'ACTIVE',
  findings: { count: 0, more: false },
})
