import { verify } from '../../../kit/verify.ts'
import check from './cloudwatch_alarm_actions_alarm_state_configured.ts'
import { alarm } from './worlds.ts'

verify(check, {
  pass: [alarm(), alarm({ actions_enabled: false })],
  fail: [alarm({ alarm_actions: [] })],
})
