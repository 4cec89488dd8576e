import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './scheduler_bind_address.ts'
import { scheduler } from './worlds.ts'

verify(check, {
  pass: [
    scheduler(),
    scheduler({ bind_address: '::1' }),
    scheduler({ bind_address: '0.0.0.0', secure_port: 0 }),
    scheduler({ config: '/etc/kubernetes/scheduler.conf' }),
  ],
  fail: [
    scheduler({ bind_address: null }),
    scheduler({ bind_address: '0.0.0.0' }),
    scheduler({ bind_address: '10.0.0.4' }),
  ],
  unread: [
    scheduler({ bind_address: unread('flag_not_literal') }),
    scheduler({ secure_port: unread('flag_not_literal') }),
  ],
})
