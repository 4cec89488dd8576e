import { verify } from '../../../kit/verify.ts'
import check from './iam_policy_attached_only_to_group_or_roles.ts'
import { user } from './worlds.ts'

const reports = { name: 'reports', uid: 'arn:aws:iam::123456789012:policy/reports' }

verify(check, {
  pass: [user(), user({ groups: [] })],
  fail: [user({ attached_policies: [reports] }), user({ inline_policies: ['notes'] })],
})
