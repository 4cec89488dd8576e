import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './athena_workgroup_encryption.ts'
import { workgroup } from './worlds.ts'

verify(check, {
  pass: [workgroup(), workgroup({ encryption: 'managed' })],
  fail: [workgroup({ encryption: null })],
  none: [workgroup({ encryption: null }, { enabled: false })],
  unread: [workgroup({}, { details: unread('AccessDeniedException') })],
})
