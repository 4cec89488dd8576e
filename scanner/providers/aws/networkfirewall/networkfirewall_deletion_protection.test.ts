import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './networkfirewall_deletion_protection.ts'
import { details, firewall } from './worlds.ts'

verify(check, {
  pass: [firewall()],
  fail: [firewall({ details: details({ deletion_protection: false }) })],
  none: [firewall({ details: details({ deletion_protection: false, status: 'DELETING' }) })],
  unread: [firewall({ details: unread('AccessDeniedException') })],
})
