// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { StateMachine } from './resources.ts'

export const stateMachine = world<StateMachine>({
  uid: 'arn:aws:states:eu-west-1:123456789012:stateMachine:orders',
  name: 'orders',
  region: 'eu-west-1',
  details: { log_level: 'ALL', own_key: true },
})
