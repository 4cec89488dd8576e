import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_minimize_hostIPC_containers.ts'
import { pod, workload } from './worlds.ts'

const shares = pod({ host_ipc: true })

verify(check, {
  pass: [workload(), workload({ kind: 'Pod', specs: [pod(), pod({ windows: true })] })],
  fail: [
    workload({ specs: [shares] }),
    workload({ specs: [pod(), shares] }),
    workload({ kind: 'DaemonSet', namespace: 'kube-system', specs: [shares] }),
  ],
  unread: [workload({ specs: unread('broken_answer') })],
})
