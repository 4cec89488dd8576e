import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_minimize_admission_windows_hostprocess_containers.ts'
import { only, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [workload(), only({}, { windows: true })],
  fail: [
    only({ host_process: true }, { windows: true }),
    only({ host_process: true }),
    withContainer({ name: 'setup', role: 'init', host_process: true }, { windows: true }),
  ],
  unread: [workload({ specs: unread('broken_answer') })],
})
