import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_dependency_scanning_enabled.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [repository()],
  fail: [repository({ dependabot_alerts: false })],
  none: [repository({ archived: true, dependabot_alerts: false })],
  unread: [repository({ dependabot_alerts: unread('forbidden') })],
})
