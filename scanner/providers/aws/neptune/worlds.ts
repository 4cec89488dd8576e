// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { GraphCluster, Snapshot } from './resources.ts'

const base = 'arn:aws:rds:eu-west-1:123456789012'

export const cluster = world<GraphCluster>({
  uid: `${base}:cluster:friends`,
  name: 'friends',
  region: 'eu-west-1',
  engine: 'neptune',
  engine_mode: 'provisioned',
  instances: 2,
  global: false,
  exported_logs: ['audit'],
  admin: 'larkspur',
  port: 8182,
  backtrack_seconds: 0,
  minor_upgrades: true,
  storage_encrypted: true,
  deletion_protection: true,
  iam_authentication: true,
  copies_tags: true,
  multi_az: true,
  backup_days: 14,
  public_subnets: [],
})

export const snapshot = world<Snapshot>({
  uid: `${base}:cluster-snapshot:friends-before-upgrade`,
  name: 'friends-before-upgrade',
  region: 'eu-west-1',
  engine: 'neptune',
  source: 'friends',
  type: 'manual',
  encrypted: true,
  shared_with: [],
})
