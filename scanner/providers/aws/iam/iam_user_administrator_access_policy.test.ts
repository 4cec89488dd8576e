import { verify } from '../../../kit/verify.ts'
import check from './iam_user_administrator_access_policy.ts'
import { user } from './worlds.ts'

const attached = (uid: string) =>
  user({ attached_policies: [{ name: 'AdministratorAccess', uid }] })

verify(check, {
  pass: [
    user(),
    // A policy of the account with the same name.
    attached('arn:aws:iam::123456789012:policy/AdministratorAccess'),
  ],
  fail: [
    attached('arn:aws:iam::aws:policy/AdministratorAccess'),
    attached('arn:aws-cn:iam::aws:policy/AdministratorAccess'),
  ],
})
