import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './dms_replication_task_target_logging_enabled.ts'
import { task } from './worlds.ts'

verify(check, {
  pass: [task()],
  fail: [
    task({ levels: null }),
    task({ levels: { TARGET_APPLY: 'LOGGER_SEVERITY_DEFAULT' } }),
    task({
      levels: { TARGET_APPLY: 'LOGGER_SEVERITY_DEBUG', TARGET_LOAD: 'LOGGER_SEVERITY_WARNING' },
    }),
  ],
  none: [task({ levels: null, status: 'creating' })],
  unread: [task({ levels: unread('broken_answer', { outcome: 'error' }) })],
})
