import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './githubactions_workflow_security_scan.ts'
import { workflow } from './worlds.ts'

verify(check, {
  pass: [workflow()],
  fail: [
    workflow({ dangers: ['the job test uses acme/setup@v1, which is not pinned to a commit'] }),
    workflow({ dangers: Array.from({ length: 9 }, (_, n) => `the job ${n} does something`) }),
  ],
  manual: [workflow({ unclear: ['the job test inserts steps.meta.outputs.tag into a script'] })],
  unread: [
    workflow({ unclear: unread('unreadable_workflow') }),
    workflow({ dangers: unread('unreadable_workflow') }),
  ],
})
