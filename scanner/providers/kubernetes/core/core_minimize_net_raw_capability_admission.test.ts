import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_minimize_net_raw_capability_admission.ts'
import { only, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [
    workload(),
    only({ dropped_capabilities: ['NET_RAW'] }),
    only({ added_capabilities: ['CHOWN'] }),
    only({ added_capabilities: ['ALL'], dropped_capabilities: ['NET_RAW'] }),
  ],
  fail: [
    only({ dropped_capabilities: [] }),
    only({ dropped_capabilities: ['CAP_NET_RAW'] }),
    only({ added_capabilities: ['NET_RAW'] }),
    only({ added_capabilities: ['ALL'] }),
    only({ privileged: true }),
    withContainer({ name: 'shell', role: 'ephemeral', dropped_capabilities: [] }),
  ],
  none: [only({ dropped_capabilities: [] }, { windows: true })],
  unread: [workload({ specs: unread('broken_answer') })],
})
