import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_minimize_containers_added_capabilities.ts'
import { only, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [
    workload(),
    only({ added_capabilities: ['NET_BIND_SERVICE'] }),
    only({ added_capabilities: ['CHOWN', 'SETUID'], dropped_capabilities: [] }),
  ],
  fail: [
    only({ added_capabilities: ['SYS_ADMIN'] }),
    only({ added_capabilities: ['CHOWN', 'NET_RAW'] }),
    only({ added_capabilities: ['ALL'] }),
    only({ privileged: true }),
    withContainer({ name: 'shell', role: 'ephemeral', added_capabilities: ['SYS_PTRACE'] }),
  ],
  none: [only({}, { windows: true })],
  unread: [workload({ specs: unread('broken_answer') })],
})
