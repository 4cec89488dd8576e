import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_group_administrator_access_policy',
  title: 'IAM group does not have AdministratorAccess attached',
  description:
    'Reads the managed policies that are attached to each group, and whether the AWS managed policy AdministratorAccess is one of them.',
  risk: 'Every user who is added to the group gets full control of the account.',
  decision:
    'Fails if AdministratorAccess is attached to the group, whether or not the group has members. Passes if it is not, even if another managed policy or an inline policy grants equivalent permissions. Separate checks read policy documents.',
  fix: {
    text: 'Detach the policy, attach policies for the work of the members, and let administrators assume a role.',
    console: [
      'Open IAM, choose User groups, then the group, then the Permissions tab.',
      'Choose Add permissions and attach policies for the work of the members.',
      'Select AdministratorAccess and choose Remove.',
      'Give administrators a role to assume, or an IAM Identity Center permission set.',
    ],
    cli: 'aws iam detach-group-policy --group-name <name> --policy-arn arn:aws:iam::aws:policy/AdministratorAccess',
    terraform: `resource "aws_iam_group_policy_attachments_exclusive" "operators" {
  group_name  = aws_iam_group.operators.name
  policy_arns = ["arn:aws:iam::aws:policy/job-function/ViewOnlyAccess"]
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  over: 'groups',
  needs: [],
  judge: (it) =>
    holdsAdministratorAccess(it)
      ? fail(`Group ${it.name} has AdministratorAccess attached.`)
      : pass(`Group ${it.name} does not have AdministratorAccess attached.`),
})
