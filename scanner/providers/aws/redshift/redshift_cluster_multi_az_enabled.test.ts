import { verify } from '../../../kit/verify.ts'
import check from './redshift_cluster_multi_az_enabled.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ multi_az: false })],
  none: [cluster({ multi_az: false, status: 'creating' })],
  unread: [cluster({ multi_az: null })],
})
