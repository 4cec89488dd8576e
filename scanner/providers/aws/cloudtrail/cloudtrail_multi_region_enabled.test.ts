import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudtrail_multi_region_enabled.ts'
import { region } from './worlds.ts'

verify(check, {
  pass: [region()],
  fail: [region({ logging_trails: [] })],
  unread: [region({ logging_trails: unread('AccessDeniedException') })],
})
