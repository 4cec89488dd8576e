import { verify } from '../../../kit/verify.ts'
import check from './redshift_cluster_public_access.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ status: 'paused' })],
  fail: [cluster({ public: true })],
  none: [cluster({ public: true, status: 'deleting' })],
  unread: [cluster({ public: null })],
})
