import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_readonly_root_filesystem_enabled.ts'
import { only, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [workload()],
  fail: [
    only({ read_only_root: false }),
    withContainer({ read_only_root: false }),
    withContainer({ name: 'setup', role: 'init', read_only_root: false }),
  ],
  none: [only({ read_only_root: false }, { windows: true })],
  unread: [workload({ specs: unread('broken_answer') })],
})
