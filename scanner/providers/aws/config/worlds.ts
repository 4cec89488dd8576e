// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Recorder, Region } from './resources.ts'

export const region = world<Region>({
  uid: 'arn:aws:config:eu-west-1:123456789012:recorder',
  name: 'eu-west-1',
  region: 'eu-west-1',
  recorders: [{ name: 'default', all_types: true }],
  statuses: [{ name: 'default', recording: true, last_status: 'SUCCESS' }],
})

export const recorder = world<Recorder>({
  uid: 'arn:aws:config:eu-west-1:123456789012:configuration-recorder/default',
  name: 'default',
  region: 'eu-west-1',
  role: 'arn:aws:iam::123456789012:role/aws-service-role/config.amazonaws.com/AWSServiceRoleForConfig',
  all_types: true,
})
