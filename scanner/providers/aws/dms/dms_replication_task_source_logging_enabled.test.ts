import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './dms_replication_task_source_logging_enabled.ts'
import { task } from './worlds.ts'

verify(check, {
  pass: [task()],
  fail: [
    task({ levels: null }),
    task({ levels: {} }),
    task({
      levels: { SOURCE_CAPTURE: 'LOGGER_SEVERITY_ERROR', SOURCE_UNLOAD: 'LOGGER_SEVERITY_INFO' },
    }),
  ],
  none: [task({ levels: null, status: 'deleting' })],
  unread: [task({ levels: unread('broken_answer', { outcome: 'error' }) })],
})
