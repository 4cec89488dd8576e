import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_minimize_privileged_containers.ts'
import { only, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [workload(), only({}, { windows: true })],
  fail: [
    only({ privileged: true }),
    withContainer({ privileged: true }),
    withContainer({ name: 'setup', role: 'init', privileged: true }),
    withContainer({ name: 'shell', role: 'ephemeral', privileged: true }),
    { ...only({ privileged: true }), has_more_specs: true },
  ],
  unread: [workload({ specs: unread('broken_answer') }), workload({ has_more_specs: true })],
})
