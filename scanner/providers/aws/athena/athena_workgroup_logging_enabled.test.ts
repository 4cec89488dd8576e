import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './athena_workgroup_logging_enabled.ts'
import { workgroup } from './worlds.ts'

verify(check, {
  pass: [workgroup()],
  fail: [workgroup({ metrics: false })],
  none: [workgroup({ metrics: false }, { enabled: false })],
  unread: [
    workgroup({ metrics: null }),
    workgroup({}, { details: unread('AccessDeniedException') }),
  ],
})
