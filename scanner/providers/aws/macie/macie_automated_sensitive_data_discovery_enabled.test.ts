import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './macie_automated_sensitive_data_discovery_enabled.ts'
import { region } from './worlds.ts'

verify(check, {
  pass: [region()],
  fail: [region({ discovers: false }), region({ discovers: null })],
  none: [region({ session: null, discovers: null }), region({ session: 'PAUSED' })],
  unread: [
    region({ session: unread('AccessDeniedException') }),
    region({ discovers: unread('AccessDeniedException') }),
  ],
})
