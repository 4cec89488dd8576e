import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_event_subscription_security_groups.ts'
import { region, subscription } from './worlds.ts'

const heard = (...changes: Parameters<typeof subscription>[0][]) =>
  region({ subscriptions: changes.map((it) => subscription(it)) })

verify(check, {
  pass: [
    region(),
    heard({ source_type: 'db-security-group', categories: ['configuration change', 'failure'] }),
    region({
      security_groups: ['classic'],
      subscriptions: [subscription({ sources: ['classic'] })],
    }),
  ],
  fail: [
    heard(),
    heard({ active: false }),
    heard({ source_type: 'db-instance' }),
    heard({ source_type: 'db-security-group', categories: ['failure'] }),
    region({
      security_groups: ['classic'],
      subscriptions: [subscription({ sources: ['another'] })],
    }),
  ],
  none: [region({ instances: [], subscriptions: [] })],
  unread: [
    region({ instances: unread('AccessDenied') }),
    region({ security_groups: unread('AccessDenied') }),
    region({ subscriptions: unread('AccessDenied') }),
  ],
})
