import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './macie_is_enabled.ts'
import { region } from './worlds.ts'

verify(check, {
  pass: [region(), region({ has_buckets: false })],
  fail: [region({ session: null }), region({ session: 'PAUSED', has_buckets: false })],
  none: [region({ session: null, has_buckets: false })],
  unread: [
    region({ session: unread('AccessDeniedException') }),
    region({ has_buckets: unread('AccessDenied') }),
  ],
})
