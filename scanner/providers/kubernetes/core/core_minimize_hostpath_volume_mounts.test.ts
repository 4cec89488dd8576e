import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_minimize_hostpath_volume_mounts.ts'
import { pod, workload } from './worlds.ts'

const mounts = pod({ host_paths: ['/var/run/docker.sock', '/'] })

verify(check, {
  pass: [workload()],
  fail: [
    workload({ specs: [mounts] }),
    workload({ specs: [pod(), mounts] }),
    workload({ specs: [pod({ host_paths: Array.from({ length: 20 }, (_, n) => `/data/${n}`) })] }),
    workload({ specs: [mounts], has_more_specs: true }),
  ],
  unread: [workload({ specs: unread('broken_answer') }), workload({ has_more_specs: true })],
})
