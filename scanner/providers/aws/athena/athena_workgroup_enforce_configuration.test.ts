import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './athena_workgroup_enforce_configuration.ts'
import { workgroup } from './worlds.ts'

verify(check, {
  pass: [workgroup()],
  fail: [workgroup({ enforced: false })],
  none: [workgroup({ enforced: false }, { enabled: false })],
  unread: [
    workgroup({ enforced: null }),
    workgroup({}, { details: unread('AccessDeniedException') }),
  ],
})
