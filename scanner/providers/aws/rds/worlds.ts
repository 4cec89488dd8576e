// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Cluster, Instance, Region, Snapshot, Subscription } from './resources.ts'

const base = 'arn:aws:rds:eu-west-1:123456789012'

export const instance = world<Instance>({
  uid: `${base}:db:orders`,
  name: 'orders',
  region: 'eu-west-1',
  engine: 'postgres',
  engine_version: '16.4',
  cluster: null,
  replica_of: null,
  exported_logs: ['postgresql'],
  vpc_id: 'vpc-1',
  admin: 'larkspur',
  port: 6432,
  certificate_ends: '2027-01-10T08:00:00Z',
  storage_encrypted: true,
  minor_upgrades: true,
  public: false,
  multi_az: true,
  deletion_protection: true,
  iam_authentication: true,
  copies_tags: true,
  backup_days: 14,
  monitoring_seconds: 60,
  transport: { group: 'orders-16', setting: 'rds.force_ssl', value: '1', in_force: true },
})

export const cluster = world<Cluster>({
  uid: `${base}:cluster:ledger`,
  name: 'ledger',
  region: 'eu-west-1',
  engine: 'aurora-mysql',
  engine_mode: 'provisioned',
  instances: 2,
  global: false,
  exported_logs: ['audit', 'error'],
  admin: 'larkspur',
  port: 6306,
  backtrack_seconds: 86_400,
  minor_upgrades: true,
  storage_encrypted: true,
  deletion_protection: true,
  iam_authentication: true,
  copies_tags: true,
  multi_az: true,
  backup_days: 14,
})

export const snapshot = world<Snapshot>({
  uid: `${base}:snapshot:orders-before-upgrade`,
  name: 'orders-before-upgrade',
  region: 'eu-west-1',
  engine: 'postgres',
  source: 'orders',
  type: 'manual',
  encrypted: true,
  shared_with: [],
})

export const subscription = (changes: Partial<Subscription> = {}): Subscription => ({
  name: 'database-alarms',
  source_type: null,
  sources: [],
  categories: [],
  active: true,
  ...changes,
})

export const region = world<Region>({
  uid: `${base}:es`,
  name: 'eu-west-1',
  region: 'eu-west-1',
  instances: ['orders', 'stock'],
  clusters: ['ledger'],
  parameter_groups: ['orders-16'],
  security_groups: [],
  subscriptions: [subscription()],
})
