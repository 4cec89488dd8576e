import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kubelet_streaming_connection_timeout.ts'
import { config } from './worlds.ts'

verify(check, {
  pass: [
    config(),
    config({ streaming_timeout: null }),
    config({ streaming_timeout: '5m' }),
    config({ streaming_timeout: '4h0m0s' }),
  ],
  fail: [config({ streaming_timeout: '4h1s' }), config({ streaming_timeout: '8760h' })],
  manual: [config({ streaming_timeout: '-1s' }), config({ streaming_timeout: 'never' })],
  unread: [config({ streaming_timeout: unread('unreadable_configuration') })],
})
