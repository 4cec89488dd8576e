// Records for the worlds of this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Region, Trail } from './resources.ts'

export const trail = world<Trail>({
  uid: 'arn:aws:cloudtrail:eu-west-1:123456789012:trail/everything',
  name: 'everything',
  region: 'eu-west-1',
  bucket: 'audit-logs',
  log_file_validation: true,
  kms_key: 'arn:aws:kms:eu-west-1:123456789012:key/1',
  bucket_exposure: null,
  bucket_logging_target: 'access-logs',
})

export const region = world<Region>({
  uid: 'arn:aws:cloudtrail:eu-west-1:123456789012:trail',
  name: 'eu-west-1',
  region: 'eu-west-1',
  logging_trails: ['everything'],
})
