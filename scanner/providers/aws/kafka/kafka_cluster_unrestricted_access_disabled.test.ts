import { verify } from '../../../kit/verify.ts'
import check from './kafka_cluster_unrestricted_access_disabled.ts'
import { cluster, serverless } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ anonymous: true })],
  none: [serverless(), cluster({ anonymous: true }, { state: 'DELETING' })],
  unread: [cluster({ anonymous: null })],
})
