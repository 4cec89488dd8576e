import { verify } from '../../../kit/verify.ts'
import check from './redshift_cluster_automated_snapshot.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ snapshot_days: 1 })],
  fail: [cluster({ snapshot_days: 0 })],
  none: [cluster({ snapshot_days: 0, status: 'creating' })],
  unread: [cluster({ snapshot_days: null })],
})
