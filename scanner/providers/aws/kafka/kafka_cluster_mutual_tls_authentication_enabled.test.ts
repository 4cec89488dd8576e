import { verify } from '../../../kit/verify.ts'
import check from './kafka_cluster_mutual_tls_authentication_enabled.ts'
import { cluster, serverless } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ mutual_tls: false })],
  unread: [cluster({ mutual_tls: null })],
  none: [serverless(), cluster({ mutual_tls: false }, { state: 'CREATING' })],
})
