import { verify } from '../../../kit/verify.ts'
import check from './eventbridge_global_endpoint_event_replication_enabled.ts'
import { endpoint } from './worlds.ts'

verify(check, {
  pass: [endpoint()],
  fail: [endpoint({ replicates: false })],
  unread: [endpoint({ replicates: null })],
})
