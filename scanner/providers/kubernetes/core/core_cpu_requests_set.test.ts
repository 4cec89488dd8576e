import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_cpu_requests_set.ts'
import { container, pod, withContainer, workload } from './worlds.ts'

const none = { cpu: null, memory: '128Mi' }

verify(check, {
  pass: [
    workload(),
    withContainer({ name: 'shell', role: 'ephemeral', requests: none }),
    withContainer({ requests: { ...none, cpu: '1', memory: null } }),
    withContainer({}, { runs_to_end: true, windows: true }),
  ],
  fail: [
    withContainer({ requests: none }),
    withContainer({ name: 'migrate', role: 'init', requests: none }),
    withContainer({ name: 'mesh', role: 'sidecar', requests: none }),
    workload({ specs: [pod(), pod({ containers: [container({ requests: none })] })] }),
    workload({
      namespace: 'kube-system',
      specs: [pod({ containers: [container({ requests: none })] })],
    }),
  ],
  unread: [workload({ specs: unread('broken_answer') })],
})
