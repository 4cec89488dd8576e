import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_minimize_allowPrivilegeEscalation_containers.ts'
import { only, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [workload(), only({ added_capabilities: ['CHOWN'] })],
  fail: [
    only({ allow_privilege_escalation: null }),
    only({ allow_privilege_escalation: true }),
    only({ privileged: true }),
    only({ added_capabilities: ['SYS_ADMIN'] }),
    only({ added_capabilities: ['ALL'] }),
    withContainer({ name: 'setup', role: 'init', allow_privilege_escalation: null }),
    withContainer({ name: 'shell', role: 'ephemeral', allow_privilege_escalation: null }),
  ],
  none: [only({ allow_privilege_escalation: null }, { windows: true })],
  unread: [workload({ specs: unread('broken_answer') })],
})
