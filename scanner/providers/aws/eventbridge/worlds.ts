// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import { allowingAction } from '../policy-worlds.ts'
import type { Bus, Endpoint } from './resources.ts'

/** A bus's policy with one statement. */
export const allowing = allowingAction('events:PutEvents')

export const bus = world<Bus>({
  uid: 'arn:aws:events:eu-west-1:123456789012:event-bus/orders',
  name: 'orders',
  region: 'eu-west-1',
  policy: null,
})

export const endpoint = world<Endpoint>({
  uid: 'arn:aws:events:eu-west-1:123456789012:endpoint/orders',
  name: 'orders',
  region: 'eu-west-1',
  replicates: true,
})
