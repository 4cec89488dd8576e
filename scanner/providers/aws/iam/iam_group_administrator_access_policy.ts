import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_group_administrator_access_policy',
  title: 'Group does not hold AdministratorAccess',
  description:
    'Reads which managed policies are attached to each group, looking for AdministratorAccess of AWS.',
  risk: 'Whoever is added to the group, for whatever reason, rules the account from then on.',
  decision:
    'Fails when AdministratorAccess is attached to the group, whether or not the group has members. Passes when it is not, even if another policy or an inline one allows as much: the checks of policies look at what documents allow.',
  fix: {
    text: 'Detach the policy, give the group what its members work on, and let administrators assume a role.',
    console: [
      'Open IAM, choose User groups, then the group, then the tab Permissions.',
      'Choose Add permissions and attach policies for what the members work on.',
      'Tick AdministratorAccess and choose Remove.',
      'Give administrators a role to assume, or a permission set of IAM Identity Center.',
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
      ? fail(`The group ${it.name} holds AdministratorAccess.`)
      : pass(`The group ${it.name} does not hold AdministratorAccess.`),
})
