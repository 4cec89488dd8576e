import { verify } from '../../../kit/verify.ts'
import check from './cloudwatch_alarm_actions_enabled.ts'
import { alarm } from './worlds.ts'

verify(check, {
  pass: [alarm(), alarm({ alarm_actions: [] })],
  fail: [alarm({ actions_enabled: false })],
  unread: [alarm({ actions_enabled: null })],
})
