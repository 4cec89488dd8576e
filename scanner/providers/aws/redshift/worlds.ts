// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Cluster } from './resources.ts'

export const cluster = world<Cluster>({
  uid: 'arn:aws:redshift:eu-west-1:123456789012:cluster:reports',
  name: 'reports',
  region: 'eu-west-1',
  status: 'available',
  public: false,
  encrypted: true,
  upgrades: true,
  enhanced_routing: true,
  multi_az: true,
  snapshot_days: 7,
  admin: 'warehouse_admin',
  database: 'reports',
  logging: { enabled: true, destination: 'cloudwatch' },
  requires_ssl: 'yes',
})
