// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Account, LoggingTrail, Region, Trail } from './resources.ts'

export const trail = world<Trail>({
  uid: 'arn:aws:cloudtrail:eu-west-1:123456789012:trail/everything',
  name: 'everything',
  region: 'eu-west-1',
  bucket: 'audit-logs',
  log_file_validation: true,
  kms_key: 'arn:aws:kms:eu-west-1:123456789012:key/1',
  bucket_exposure: null,
  bucket_logging_target: 'access-logs',
  bucket_mfa_delete: true,
  log_group: 'arn:aws:logs:eu-west-1:123456789012:log-group:trail:*',
  log_group_delivery: '2026-01-15T11:55:00.000Z',
  insights: ['ApiCallRateInsight'],
})

export const loggingTrail = (changes: Partial<LoggingTrail> = {}): LoggingTrail => ({
  name: 'everything',
  management_events: true,
  object_events: { read: true, write: true },
  ...changes,
})

export const region = world<Region>({
  uid: 'arn:aws:cloudtrail:eu-west-1:123456789012:trail',
  name: 'eu-west-1',
  region: 'eu-west-1',
  logging_trails: [loggingTrail()],
})

export const account = world<Account>({
  uid: 'arn:aws:cloudtrail:us-east-1:123456789012:account',
  name: '123456789012',
  region: 'us-east-1',
  logging_trails: [loggingTrail()],
})
