import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_seccomp_profile_docker_default.ts'
import { only, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [workload(), only({ seccomp_profile: 'Localhost' })],
  fail: [
    only({ seccomp_profile: null }),
    only({ seccomp_profile: 'Unconfined' }),
    only({ privileged: true }),
    withContainer({ name: 'shell', role: 'ephemeral', seccomp_profile: null }),
  ],
  none: [only({ seccomp_profile: null }, { windows: true })],
  unread: [workload({ specs: unread('broken_answer') })],
})
