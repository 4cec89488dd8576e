import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_minimize_root_containers_admission.ts'
import { only, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [
    workload(),
    only({ run_as_user: 10001 }),
    only({ run_as_user: 10001, run_as_non_root: false }),
  ],
  fail: [
    only({ run_as_non_root: false }),
    only({ run_as_user: 0 }),
    only({ run_as_user: 0, run_as_non_root: false }),
    withContainer({ name: 'setup', role: 'init', run_as_non_root: false }),
  ],
  none: [only({ run_as_non_root: false }, { windows: true })],
  unread: [workload({ specs: unread('broken_answer') })],
})
