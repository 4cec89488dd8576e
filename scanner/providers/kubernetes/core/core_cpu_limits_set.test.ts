import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_cpu_limits_set.ts'
import { container, pod, withContainer, workload } from './worlds.ts'

const none = { cpu: null, memory: '128Mi' }

verify(check, {
  pass: [
    workload(),
    withContainer({ name: 'shell', role: 'ephemeral', limits: none }),
    withContainer({ limits: { ...none, cpu: '1', memory: null } }),
    withContainer({}, { runs_to_end: true, windows: true }),
  ],
  fail: [
    withContainer({ limits: none }),
    withContainer({ name: 'migrate', role: 'init', limits: none }),
    withContainer({ name: 'mesh', role: 'sidecar', limits: none }),
    workload({ specs: [pod(), pod({ containers: [container({ limits: none })] })] }),
    workload({
      namespace: 'kube-system',
      specs: [pod({ containers: [container({ limits: none })] })],
    }),
  ],
  unread: [workload({ specs: unread('broken_answer') })],
})
