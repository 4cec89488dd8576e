import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './networkfirewall_multi_az.ts'
import { details, firewall } from './worlds.ts'

verify(check, {
  pass: [firewall(), firewall({ details: details({ zones: 2 }) })],
  fail: [firewall({ details: details({ zones: 1 }) })],
  none: [firewall({ details: details({ zones: 1, status: 'DELETING' }) })],
  unread: [firewall({ details: unread('AccessDeniedException') })],
})
