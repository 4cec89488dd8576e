import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_minimize_hostPID_containers.ts'
import { pod, workload } from './worlds.ts'

const shares = pod({ host_pid: true })

verify(check, {
  pass: [workload(), workload({ kind: 'Pod', specs: [pod(), pod({ windows: true })] })],
  fail: [
    workload({ specs: [shares] }),
    workload({ specs: [pod(), shares] }),
    workload({ kind: 'DaemonSet', namespace: 'kube-system', specs: [shares] }),
    workload({ specs: [shares], has_more_specs: true }),
  ],
  unread: [workload({ specs: unread('broken_answer') }), workload({ has_more_specs: true })],
})
