import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_no_secrets_envs.ts'
import { only, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [workload()],
  fail: [
    only({ env_secrets: ['database'] }),
    withContainer({ name: 'migrate', role: 'init', env_secrets: ['database', 'queue'] }),
  ],
  unread: [workload({ specs: unread('broken_answer') })],
})
