import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_securityaudit_role_created.ts'
import { holding } from './worlds.ts'

const audit = { uid: 'arn:aws:iam::aws:policy/SecurityAudit', name: 'SecurityAudit' }

verify(check, {
  pass: [holding({ ...audit, holders: { users: [], groups: [], roles: ['auditor'] } })],
  fail: [
    holding(audit),
    holding({ ...audit, holders: { users: ['alice'], groups: [], roles: [] } }),
  ],
  unread: [holding({ ...audit, holders: unread('AccessDenied') })],
})
