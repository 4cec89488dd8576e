import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_minimize_admission_hostport_containers.ts'
import { only, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [workload(), only({ role: 'sidecar' })],
  manual: [only({}, { host_network: true })],
  fail: [
    only({ host_ports: [8080] }),
    withContainer({ host_ports: [80, 443] }),
    withContainer({ name: 'mesh', role: 'sidecar', host_ports: [15000] }),
    only({ host_ports: [8080] }, { host_network: true }),
  ],
  unread: [workload({ specs: unread('broken_answer') })],
})
