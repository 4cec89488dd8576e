// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Cache, Group } from './resources.ts'

const sound: Group = {
  failover: 'enabled',
  multi_az: 'enabled',
  token: true,
  user_groups: 0,
}

export const cache = world<Cache>({
  uid: 'arn:aws:elasticache:eu-west-1:123456789012:replicationgroup:sessions',
  name: 'sessions',
  region: 'eu-west-1',
  status: 'available',
  encrypted: true,
  tls: true,
  tls_optional: false,
  group: sound,
  backup_days: 7,
  minor_upgrades: true,
})

/** A cache with a changed replication group. */
export const group = (changes: Partial<Group>, rest: Partial<Cache> = {}): Cache =>
  cache({ group: { ...sound, ...changes }, ...rest })

export const single = (changes: Partial<Cache> = {}): Cache =>
  cache({
    uid: 'arn:aws:elasticache:eu-west-1:123456789012:cluster:scratch',
    name: 'scratch',
    group: null,
    ...changes,
  })
