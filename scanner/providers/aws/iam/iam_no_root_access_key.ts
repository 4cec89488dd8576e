import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_no_root_access_key',
  title: 'Root user has no access key',
  description:
    'Reads from the account summary, which is always current, whether the root user has access keys.',
  risk: 'A root access key has nearly full access to the account and is not limited by IAM policies. A leaked key gives an attacker control of the account.',
  decision:
    'Fails if the summary counts an access key of the root user. Passes if it counts none. The age and last use of a key do not matter. Root users of other accounts are checked when those accounts are scanned.',
  fix: {
    text: 'Use roles for programs, and delete the access keys of the root user when they are no longer in use.',
    console: [
      'Sign in as the root user, choose the account name at the top right, then Security credentials.',
      'Under Access keys, see where each key was last used, and let that program assume a role.',
      'Choose Actions, then Deactivate, and verify that no program fails.',
      'Choose Actions, then Delete, and confirm.',
      'If the organization manages root access centrally, use the management account instead: in IAM, choose Root access management, the account, and Take privileged action.',
    ],
    cli: 'aws iam delete-access-key --access-key-id <root access key id>',
    terraform: `# Attach the policy to member accounts to prevent new root access keys.
resource "aws_organizations_policy" "no_root_keys" {
  name = "no-root-keys"
  type = "SERVICE_CONTROL_POLICY"
  content = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Deny"
      Action    = "iam:CreateAccessKey"
      Resource  = "*"
      Condition = { StringLike = { "aws:PrincipalArn" = "arn:aws:iam::*:root" } }
    }]
  })
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_root-user_manage_delete-key.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/root-user-best-practices.html',
  links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/id_root-user-privileged-task.html'],
  over: 'roots',
  needs: ['summary'],
  judge: ({ summary }) =>
    summary.access_keys
      ? fail('The root user has an access key.')
      : pass('The root user has no access key.'),
})
