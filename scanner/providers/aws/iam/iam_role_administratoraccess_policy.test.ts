import { verify } from '../../../kit/verify.ts'
import check from './iam_role_administratoraccess_policy.ts'
import { role } from './worlds.ts'

const attached = (uid: string) =>
  role({ attached_policies: [{ name: 'AdministratorAccess', uid }] })

verify(check, {
  pass: [
    role(),
    // A policy of the account with the same name.
    attached('arn:aws:iam::123456789012:policy/AdministratorAccess'),
  ],
  fail: [
    attached('arn:aws:iam::aws:policy/AdministratorAccess'),
    attached('arn:aws-cn:iam::aws:policy/AdministratorAccess'),
  ],
})
