import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './networkfirewall_logging_enabled.ts'
import { firewall } from './worlds.ts'

verify(check, {
  pass: [firewall(), firewall({ logs: ['FLOW'] })],
  fail: [firewall({ logs: [] })],
  unread: [firewall({ logs: unread('AccessDeniedException') })],
})
