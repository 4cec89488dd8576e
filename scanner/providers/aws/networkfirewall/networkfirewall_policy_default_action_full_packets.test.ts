import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './networkfirewall_policy_default_action_full_packets.ts'
import { firewall, policy } from './worlds.ts'

verify(check, {
  pass: [firewall(), firewall({ policy: policy({ whole_packets: ['aws:drop', 'count'] }) })],
  fail: [firewall({ policy: policy({ whole_packets: ['aws:pass'] }) })],
  unread: [firewall({ policy: unread('AccessDeniedException') })],
})
