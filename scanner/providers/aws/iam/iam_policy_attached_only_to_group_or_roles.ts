import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_attached_only_to_group_or_roles',
  title: 'User gets rights through groups only',
  description:
    'Reads which managed policies are attached to each user, and which are written into it.',
  risk: 'Rights given one by one are forgotten one by one: nobody sees in one place who may do what, and people keep what they no longer need.',
  decision:
    'Fails when a user has a managed policy attached or an inline policy of its own, whatever it allows. Passes when it has neither. Permissions boundaries do not count, and whether the user is in a group is not asked.',
  fix: {
    text: 'Put the user into a group that holds the rights, then detach and delete the user’s own policies.',
    console: [
      'Open IAM, choose Users, then the user, then the tab Permissions.',
      'Choose Add permissions, then Add user to group, and choose or create a group that holds what the user needs.',
      'Tick the policies that are attached directly or inline, and choose Remove.',
    ],
    cli: 'aws iam detach-user-policy --user-name <name> --policy-arn <arn>',
    terraform: `resource "aws_iam_user_group_membership" "alice" {
  user   = aws_iam_user.alice.name
  groups = [aws_iam_group.operators.name]
}

resource "aws_iam_user_policy_attachments_exclusive" "alice" {
  user_name   = aws_iam_user.alice.name
  policy_arns = []
}

resource "aws_iam_user_policies_exclusive" "alice" {
  user_name    = aws_iam_user.alice.name
  policy_names = []
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_managed-vs-inline.html',
  over: 'users',
  needs: [],
  judge({ name, attached_policies, inline_policies }) {
    const own = [
      ...attached_policies.map((policy) => `${policy.name} (attached)`),
      ...inline_policies.map((policy) => `${policy} (inline)`),
    ]
    return own.length === 0
      ? pass(`${name} has no policy of its own.`)
      : fail(`${name} has its own ${own.length === 1 ? 'policy' : 'policies'} ${own.join(', ')}.`)
  },
})
