import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_event_subscription_parameter_groups.ts'
import { region, subscription } from './worlds.ts'

const heard = (...changes: Parameters<typeof subscription>[0][]) =>
  region({ subscriptions: changes.map((it) => subscription(it)) })

verify(check, {
  pass: [
    region(),
    heard({ source_type: 'db-parameter-group', categories: ['configuration change'] }),
    heard({ source_type: 'db-parameter-group', sources: ['orders-16', 'old'] }),
    region({
      parameter_groups: [],
      subscriptions: [subscription({ source_type: 'db-parameter-group', sources: ['old'] })],
    }),
  ],
  fail: [
    heard(),
    heard({ active: false }),
    heard({ source_type: 'db-instance' }),
    heard({ source_type: 'db-parameter-group', sources: ['old'] }),
    region({ parameter_groups: [], subscriptions: [] }),
  ],
  none: [region({ instances: [], subscriptions: [] })],
  unread: [
    region({ instances: unread('AccessDenied') }),
    region({ parameter_groups: unread('AccessDenied') }),
    region({ subscriptions: unread('AccessDenied') }),
  ],
})
