import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudtrail_insights_exist.ts'
import { trail } from './worlds.ts'

verify(check, {
  pass: [trail()],
  fail: [trail({ insights: [] })],
  unread: [trail({ insights: unread('AccessDeniedException') })],
})
