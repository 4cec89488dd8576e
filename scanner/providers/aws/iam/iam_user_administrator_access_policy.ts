import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_administrator_access_policy',
  title: 'IAM user does not have AdministratorAccess attached',
  description:
    'Reads the managed policies that are attached directly to each user, and whether the AWS managed policy AdministratorAccess is one of them.',
  risk: 'One stolen password or access key of such a user gives an attacker control of the entire account.',
  decision:
    'Fails if AdministratorAccess is attached directly to the user. Passes if it is not, even if the user has it through a group, or if another policy grants equivalent permissions. Separate checks cover these cases. The check does not read whether the user can sign in.',
  fix: {
    text: 'Detach the policy, and let administrators assume a role only when they need it.',
    console: [
      'Open IAM, choose Users, then the user, then the Permissions tab.',
      'Verify that administrators can assume a role, or have an IAM Identity Center permission set.',
      'Choose Add permissions, then Add user to group, for the user’s daily work.',
      'Select AdministratorAccess and choose Remove.',
    ],
    cli: 'aws iam detach-user-policy --user-name <name> --policy-arn arn:aws:iam::aws:policy/AdministratorAccess',
    terraform: `resource "aws_iam_user_policy_attachments_exclusive" "alice" {
  user_name   = aws_iam_user.alice.name
  policy_arns = [aws_iam_policy.assume_administrator.arn]
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  over: 'users',
  needs: [],
  judge: (it) =>
    holdsAdministratorAccess(it)
      ? fail(`User ${it.name} has AdministratorAccess attached.`)
      : pass(`User ${it.name} does not have AdministratorAccess attached.`),
})
