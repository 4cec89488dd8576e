import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_support_role_created',
  title: 'IAM role with the AWSSupportAccess policy exists',
  description:
    'Reads which roles have the AWS managed policy AWSSupportAccess attached. Users need it to open and manage AWS Support cases.',
  risk: 'Without such a role, an incident is delayed until a user with permission to open a case is found, and the root user is often used.',
  decision:
    'Passes if AWSSupportAccess is attached to at least one role. Roles that have it only as a permissions boundary do not count. Fails if no role has it attached. Users and groups with the policy do not count, nor do roles with another policy with equivalent permissions. The check does not read the support plan, or who can assume the role.',
  fix: {
    text: 'Create a role that on-call engineers can assume, and attach AWSSupportAccess to it.',
    console: [
      'Open IAM, choose Roles, then Create role.',
      'Choose the identity provider or account of the on-call engineers as the trusted entity.',
      'Select AWSSupportAccess in the permissions policies, enter a name for the role, and choose Create role.',
      'Document in the incident response plan how to assume the role.',
    ],
    cli: 'aws iam attach-role-policy --role-name <name> --policy-arn arn:aws:iam::aws:policy/AWSSupportAccess',
    terraform: `resource "aws_iam_role_policy_attachment" "on_call" {
  role       = aws_iam_role.on_call.name
  policy_arn = "arn:aws:iam::aws:policy/AWSSupportAccess"
}`,
  },
  source: 'https://docs.aws.amazon.com/awssupport/latest/user/accessing-support.html',
  over: 'supportAccess',
  needs: ['holders'],
  judge({ name, holders }) {
    const roles = holders?.roles ?? []
    return roles.length > 0
      ? pass(`The policy ${name} is attached to ${roles.join(', ')}.`)
      : fail(`The policy ${name} is not attached to any role.`)
  },
})
