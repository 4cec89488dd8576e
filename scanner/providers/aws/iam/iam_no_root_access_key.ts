import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_no_root_access_key',
  title: 'Root user has no access key',
  description:
    'Reads from the account summary, which is never late, whether the root user has access keys.',
  risk: 'A root access key may do nearly everything in the account and no IAM policy limits it, so whoever finds it in a file owns the account.',
  decision:
    'Fails when the summary counts an access key of the root user. Passes when it counts none. How old a key is or when it was used does not matter here. Root users of other accounts are judged where those are scanned.',
  fix: {
    text: 'Let programs use roles, and delete the root user’s access keys once nothing uses them.',
    console: [
      'Sign in as the root user, choose the account’s name at the top right, then Security credentials.',
      'Under Access keys see where each key was last used, and let what uses it assume a role.',
      'Choose Actions, then Deactivate, and wait until it is certain that nothing broke.',
      'Choose Actions, then Delete, and confirm.',
      'In an organization that manages root access centrally, do it from the management account instead: in IAM choose Root access management, the account, and Take privileged action.',
    ],
    cli: 'aws iam delete-access-key --access-key-id <root access key id>',
    terraform: `# Attach it to member accounts: they then get no new root access key.
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
