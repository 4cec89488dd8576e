import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_attached_only_to_group_or_roles',
  title: 'IAM user has no directly attached or inline policies',
  description:
    'Reads the managed policies that are attached to each user, and the inline policies of the user.',
  risk: 'Permissions that are granted to individual users are hard to review, and users keep permissions that they no longer need.',
  decision:
    'Fails if a user has an attached managed policy or an inline policy, even if the policy grants nothing. Passes if the user has neither. Permissions boundaries do not count. The check does not read whether the user is in a group.',
  fix: {
    text: 'Add the user to a group with the required permissions, then detach and delete the user’s policies.',
    console: [
      'Open IAM, choose Users, then the user, then the Permissions tab.',
      'Choose Add permissions, then Add user to group, and choose or create a group with the required permissions.',
      'Select the policies that are attached directly or inline, and choose Remove.',
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
      ? pass(`User ${name} has no directly attached or inline policies.`)
      : fail(`User ${name} has the ${own.length === 1 ? 'policy' : 'policies'} ${own.join(', ')}.`)
  },
})
