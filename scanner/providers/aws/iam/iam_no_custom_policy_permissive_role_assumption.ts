import { fail, pass } from '../../../kit/index.ts'
import { named, permitting } from './permissions.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_no_custom_policy_permissive_role_assumption',
  title: 'Own policy names the roles that may be assumed',
  risk: 'Who may assume any role has the rights of every role that trusts the account, in this account and in others.',
  fix: {
    text: 'Name the roles in the Resource of the statement that allows sts:AssumeRole.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_permissions-to-switch.html',
  },
  source:
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_permissions-to-switch.html',
  over: 'policies',
  needs: ['statements'],
  judge({ name, statements }, { partition }) {
    const anyRole = `arn:${partition}:iam::000000000000:role/any-name`
    const statement = permitting(statements, 'sts:AssumeRole', anyRole)
    return statement
      ? fail(`The policy ${name} allows assuming any role: ${named(statement)} names no role.`)
      : pass(`The policy ${name} does not allow assuming any role there is.`)
  },
})
