import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_critical_event_subscription.ts'
import { region, subscription } from './worlds.ts'

const critical = ['maintenance', 'configuration change', 'failure']

const heard = (...changes: Parameters<typeof subscription>[0][]) =>
  region({ subscriptions: changes.map((it) => subscription(it)) })

verify(check, {
  pass: [
    region(),
    heard({ source_type: 'db-instance', categories: critical }),
    heard({ sources: ['orders'] }, { sources: ['stock'] }),
  ],
  fail: [
    heard(),
    heard({ active: false }),
    heard({ source_type: 'db-cluster' }),
    heard({ source_type: 'db-instance', categories: ['failure', 'maintenance'] }),
    heard({ source_type: 'db-instance', sources: ['orders'] }),
  ],
  none: [region({ instances: [], subscriptions: [] })],
  unread: [
    region({ instances: unread('AccessDenied') }),
    region({ subscriptions: unread('AccessDenied') }),
  ],
})
