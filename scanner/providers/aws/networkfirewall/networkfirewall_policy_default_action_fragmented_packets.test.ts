import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './networkfirewall_policy_default_action_fragmented_packets.ts'
import { firewall, policy } from './worlds.ts'

verify(check, {
  pass: [firewall()],
  fail: [firewall({ policy: policy({ fragments: ['aws:pass'] }) })],
  unread: [firewall({ policy: unread('AccessDeniedException') })],
})
