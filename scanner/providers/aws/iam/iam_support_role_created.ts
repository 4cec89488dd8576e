import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_support_role_created',
  title: 'A role may work with AWS Support',
  description:
    'Asks which roles hold the AWS policy AWSSupportAccess, by which people open and follow cases with AWS.',
  risk: 'Without a role for it, an incident begins with a search for somebody who may open a case, and often ends with the root user.',
  decision:
    'Passes when at least one role holds AWSSupportAccess; roles that it merely bounds do not count. Fails when none does: users and groups with the policy do not count, nor do roles that are allowed as much by another one. The support plan, and who may assume the role, are not asked.',
  fix: {
    text: 'Make a role that the people on call may assume, and attach AWSSupportAccess to it.',
    console: [
      'Open IAM, choose Roles, then Create role.',
      'Choose as the trusted entity the identity provider or account of the people on call.',
      'Tick AWSSupportAccess under the permissions policies, name the role, and choose Create role.',
      'Write into the plan for incidents how the role is assumed.',
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
      ? pass(`${name} is held by ${roles.join(', ')}.`)
      : fail(`No role holds ${name}.`)
  },
})
