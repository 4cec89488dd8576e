// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Account, Alarm, LogGroup } from './resources.ts'

export const account = world<Account>({
  uid: 'arn:aws:cloudwatch:us-east-1:123456789012:account',
  name: '123456789012',
  region: 'us-east-1',
  monitoring: { trails: [], external: [], short: [] },
  sharing_role: null,
})

export const logGroup = world<LogGroup>({
  uid: 'arn:aws:logs:eu-west-1:123456789012:log-group:/shop/orders',
  name: '/shop/orders',
  region: 'eu-west-1',
  delivery: false,
  retention_days: 365,
  kms_key: 'arn:aws:kms:eu-west-1:123456789012:key/1',
  policy: [],
})

export const alarm = world<Alarm>({
  uid: 'arn:aws:cloudwatch:eu-west-1:123456789012:alarm:orders-failed',
  name: 'orders-failed',
  region: 'eu-west-1',
  actions_enabled: true,
  alarm_actions: ['arn:aws:sns:eu-west-1:123456789012:on-call'],
})
