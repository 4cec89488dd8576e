import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kubelet_event_record_qps.ts'
import { config } from './worlds.ts'

verify(check, {
  pass: [config(), config({ event_record_qps: 5 })],
  fail: [config({ event_record_qps: 0 })],
  manual: [config({ event_record_qps: -1 })],
  unread: [config({ event_record_qps: unread('unreadable_configuration') })],
})
