// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import { allowingAction } from '../policy-worlds.ts'
import type { Topic } from './resources.ts'

/** A topic's policy with one statement. */
export const allowing = allowingAction('SNS:Publish')

export const topic = world<Topic>({
  uid: 'arn:aws:sns:eu-west-1:123456789012:orders',
  name: 'orders',
  region: 'eu-west-1',
  policy: allowing({ AWS: '*' }, { StringEquals: { 'AWS:SourceOwner': '123456789012' } }),
  kms_key: 'alias/aws/sns',
  subscriptions: [{ protocol: 'https', confirmed: true }],
})
