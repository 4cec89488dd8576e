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
  unread: [workflow({ dangers: unread('unreadable_workflow') })],
})
