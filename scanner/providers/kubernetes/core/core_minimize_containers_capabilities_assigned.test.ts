import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_minimize_containers_capabilities_assigned.ts'
import { only, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [workload(), only({ added_capabilities: ['NET_BIND_SERVICE'] })],
  fail: [
    only({ dropped_capabilities: [] }),
    only({ dropped_capabilities: ['NET_RAW'] }),
    only({ dropped_capabilities: ['CAP_ALL'] }),
    only({ added_capabilities: ['CHOWN'] }),
    only({ privileged: true }),
    withContainer({ name: 'setup', role: 'init', dropped_capabilities: [] }),
  ],
  none: [only({ dropped_capabilities: [] }, { windows: true })],
  unread: [workload({ specs: unread('broken_answer') })],
})
