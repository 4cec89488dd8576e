import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kubelet_manage_iptables.ts'
import { config } from './worlds.ts'

verify(check, {
  pass: [config(), config({ iptables_chains: true })],
  fail: [config({ iptables_chains: false })],
  unread: [config({ iptables_chains: unread('unreadable_configuration') })],
})
