// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Cluster, Details } from './resources.ts'

export const details = (changes: Partial<Details> = {}): Details => ({
  status: 'ACTIVE',
  version: '1.35',
  public_access: true,
  private_access: true,
  public_ranges: ['198.51.100.0/24'],
  logs: ['api', 'audit', 'authenticator', 'controllerManager', 'scheduler'],
  secrets_key: 'arn:aws:kms:eu-west-1:123456789012:key/1',
  deletion_protection: true,
  ...changes,
})

export const cluster = world<Cluster>({
  uid: 'arn:aws:eks:eu-west-1:123456789012:cluster/shop',
  name: 'shop',
  region: 'eu-west-1',
  details: details(),
  support: 'STANDARD_SUPPORT',
})

/** A cluster with only these details changed. */
export const withDetails = (changes: Partial<Details>): Cluster =>
  cluster({ details: details(changes) })
