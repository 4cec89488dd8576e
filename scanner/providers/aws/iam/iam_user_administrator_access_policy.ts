import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_administrator_access_policy',
  title: 'User does not hold AdministratorAccess',
  risk: 'One stolen password or key of such a user is the whole account.',
  fix: {
    text: 'Detach the policy, and let administrators assume a role for as long as they need it.',
    cli: 'aws iam detach-user-policy --user-name <name> --policy-arn arn:aws:iam::aws:policy/AdministratorAccess',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  over: 'users',
  needs: [],
  judge: (it) =>
    holdsAdministratorAccess(it)
      ? fail(`The user ${it.name} holds AdministratorAccess.`)
      : pass(`The user ${it.name} does not hold AdministratorAccess.`),
})
