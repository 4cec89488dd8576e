import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_cluster_critical_event_subscription.ts'
import { region, subscription } from './worlds.ts'

const heard = (...changes: Parameters<typeof subscription>[0][]) =>
  region({ subscriptions: changes.map((it) => subscription(it)) })

verify(check, {
  pass: [
    region(),
    heard({ source_type: 'db-cluster' }),
    heard({ source_type: 'db-cluster', categories: ['failure'] }, { categories: ['maintenance'] }),
    heard({ sources: ['ledger'] }),
  ],
  fail: [
    heard(),
    heard({ active: false }),
    heard({ source_type: 'db-instance' }),
    heard({ source_type: 'db-cluster', categories: ['failure'] }),
    heard({ source_type: 'db-cluster', sources: ['another'] }),
  ],
  none: [region({ clusters: [], subscriptions: [] })],
  unread: [
    region({ clusters: unread('AccessDenied') }),
    region({ subscriptions: unread('AccessDenied') }),
  ],
})
