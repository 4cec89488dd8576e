import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_administrator_access_policy',
  title: 'User does not hold AdministratorAccess',
  description:
    'Reads which managed policies are attached to each user directly, looking for AdministratorAccess of AWS.',
  risk: 'One stolen password or key of such a user is the whole account.',
  decision:
    'Fails when AdministratorAccess is attached to the user itself. Passes when it is not, even if the user has it through a group or another policy allows as much: those have checks of their own. Whether the user can sign in is not asked.',
  fix: {
    text: 'Detach the policy, and let administrators assume a role for as long as they need it.',
    console: [
      'Open IAM, choose Users, then the user, then the tab Permissions.',
      'Make sure that administrators can assume a role, or have a permission set in IAM Identity Center.',
      'Choose Add permissions, then Add user to group, for what the user works on each day.',
      'Tick AdministratorAccess and choose Remove.',
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
      ? fail(`The user ${it.name} holds AdministratorAccess.`)
      : pass(`The user ${it.name} does not hold AdministratorAccess.`),
})
