// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Cluster, Region } from './resources.ts'

export const cluster = world<Cluster>({
  uid: 'arn:aws:elasticmapreduce:eu-west-1:123456789012:cluster/j-1',
  name: 'nightly',
  region: 'eu-west-1',
  primary_host: 'ip-10-0-0-12.eu-west-1.compute.internal',
})

export const region = world<Region>({
  uid: 'arn:aws:elasticmapreduce:eu-west-1:123456789012:account',
  name: 'eu-west-1',
  region: 'eu-west-1',
  public_block: { on: true, exceptions: [{ from: 22, to: 22 }] },
})
