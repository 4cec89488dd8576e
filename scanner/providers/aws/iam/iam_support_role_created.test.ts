import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_support_role_created.ts'
import { holding } from './worlds.ts'

verify(check, {
  pass: [holding({ holders: { users: [], groups: [], roles: ['on-call'] } })],
  fail: [
    holding(),
    holding({ holders: { users: ['alice'], groups: ['staff'], roles: [] } }),
    holding({ holders: null }),
  ],
  unread: [holding({ holders: unread('AccessDenied') })],
})
