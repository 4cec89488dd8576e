import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './stepfunctions_statemachine_logging_enabled.ts'
import { stateMachine } from './worlds.ts'

verify(check, {
  pass: [stateMachine(), stateMachine({ details: { log_level: 'FATAL', own_key: false } })],
  fail: [stateMachine({ details: { log_level: 'OFF', own_key: true } })],
  unread: [stateMachine({ details: unread('AccessDeniedException') })],
})
