import { verify } from '../../../kit/verify.ts'
import check from './redshift_cluster_encrypted_at_rest.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ encrypted: false })],
  none: [cluster({ encrypted: false, status: 'creating' })],
  unread: [cluster({ encrypted: null })],
})
