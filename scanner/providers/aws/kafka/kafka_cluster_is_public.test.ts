import { verify } from '../../../kit/verify.ts'
import check from './kafka_cluster_is_public.ts'
import { cluster, serverless } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ public: true })],
  none: [serverless(), cluster({ public: true }, { state: 'DELETING' })],
  unread: [cluster({ public: null })],
})
