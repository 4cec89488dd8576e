import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './scheduler_profiling.ts'
import { scheduler } from './worlds.ts'

verify(check, {
  pass: [scheduler()],
  fail: [scheduler({ profiling: null }), scheduler({ profiling: true })],
  manual: [scheduler({ config: '/etc/kubernetes/scheduler.conf' })],
  unread: [
    scheduler({ config: unread('flag_not_literal') }),
    scheduler({ profiling: unread('flag_not_literal') }),
  ],
})
