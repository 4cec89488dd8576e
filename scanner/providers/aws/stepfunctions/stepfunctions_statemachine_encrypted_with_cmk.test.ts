import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './stepfunctions_statemachine_encrypted_with_cmk.ts'
import { stateMachine } from './worlds.ts'

verify(check, {
  pass: [stateMachine()],
  fail: [stateMachine({ details: { log_level: 'ALL', own_key: false } })],
  unread: [stateMachine({ details: unread('AccessDeniedException') })],
})
