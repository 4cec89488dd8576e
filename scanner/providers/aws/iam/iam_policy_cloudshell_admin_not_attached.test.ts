import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_policy_cloudshell_admin_not_attached.ts'
import { holding } from './worlds.ts'

const shell = {
  uid: 'arn:aws:iam::aws:policy/AWSCloudShellFullAccess',
  name: 'AWSCloudShellFullAccess',
}
const nobody = { users: [], groups: [], roles: [] }

verify(check, {
  pass: [holding(shell), holding({ ...shell, holders: null })],
  fail: [
    holding({ ...shell, holders: { ...nobody, users: ['alice'] } }),
    holding({ ...shell, holders: { ...nobody, groups: ['staff'] } }),
    holding({ ...shell, holders: { ...nobody, roles: ['deploy'] } }),
  ],
  unread: [holding({ ...shell, holders: unread('AccessDenied') })],
})
