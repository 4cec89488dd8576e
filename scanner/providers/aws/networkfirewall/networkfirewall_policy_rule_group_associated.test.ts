import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './networkfirewall_policy_rule_group_associated.ts'
import { firewall, policy } from './worlds.ts'

verify(check, {
  pass: [firewall()],
  fail: [firewall({ policy: policy({ rule_groups: 0 }) })],
  unread: [firewall({ policy: unread('AccessDeniedException') })],
})
