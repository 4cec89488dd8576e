import { verify } from '../../../kit/verify.ts'
import check from './redshift_cluster_non_default_username.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ admin: 'awsuser' })],
  none: [cluster({ admin: 'awsuser', status: 'deleting' })],
  unread: [cluster({ admin: null })],
})
