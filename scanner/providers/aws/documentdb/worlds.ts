// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Cluster, Snapshot } from './resources.ts'

const base = 'arn:aws:rds:eu-west-1:123456789012'

export const cluster = world<Cluster>({
  uid: `${base}:cluster:catalogue`,
  name: 'catalogue',
  region: 'eu-west-1',
  engine: 'docdb',
  engine_mode: 'provisioned',
  instances: 2,
  global: false,
  exported_logs: ['audit', 'profiler'],
  admin: 'larkspur',
  port: 27_017,
  backtrack_seconds: 0,
  minor_upgrades: null,
  storage_encrypted: true,
  deletion_protection: true,
  iam_authentication: false,
  copies_tags: false,
  multi_az: true,
  backup_days: 14,
})

export const snapshot = world<Snapshot>({
  uid: `${base}:cluster-snapshot:catalogue-before-upgrade`,
  name: 'catalogue-before-upgrade',
  region: 'eu-west-1',
  engine: 'docdb',
  source: 'catalogue',
  type: 'manual',
  encrypted: true,
  shared_with: [],
})
