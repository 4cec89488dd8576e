import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_cloudshell_admin_not_attached',
  title: 'AWSCloudShellFullAccess is given to nobody',
  description:
    'Asks which users, groups and roles hold the AWS policy AWSCloudShellFullAccess, which allows the transfer of files as well.',
  risk: 'A shell inside the account that may upload and download files carries data out past the network controls of your VPCs.',
  decision:
    'Fails when a user, a group or a role holds AWSCloudShellFullAccess; as a permissions boundary it gives nothing and does not count. Passes when nobody does, and in a partition that has no such policy. Other policies that allow cloudshell:* are not looked for.',
  fix: {
    text: 'Detach the policy; who needs CloudShell gets a policy that denies cloudshell:GetFileDownloadUrls and cloudshell:GetFileUploadUrls.',
    console: [
      'Open IAM, choose Policies, and open AWSCloudShellFullAccess.',
      'On the tab Entities attached tick all holders and choose Detach.',
      'For those who need a shell, create a policy that allows cloudshell:* and denies cloudshell:GetFileDownloadUrls and cloudshell:GetFileUploadUrls, and attach it.',
    ],
    cli: 'aws iam list-entities-for-policy --policy-arn arn:aws:iam::aws:policy/AWSCloudShellFullAccess',
    terraform: `resource "aws_iam_policy" "shell_without_files" {
  name = "shell-without-files"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Effect = "Allow", Action = "cloudshell:*", Resource = "*" },
      {
        Effect   = "Deny"
        Action   = ["cloudshell:GetFileDownloadUrls", "cloudshell:GetFileUploadUrls"]
        Resource = "*"
      },
    ]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/cloudshell/latest/userguide/sec-auth-with-identities.html',
  over: 'cloudShellAccess',
  needs: ['holders'],
  judge({ name, holders }) {
    if (!holders) return pass(`There is no policy ${name} here.`)
    const held = [
      ...holders.users.map((it) => `user ${it}`),
      ...holders.groups.map((it) => `group ${it}`),
      ...holders.roles.map((it) => `role ${it}`),
    ]
    return held.length === 0
      ? pass(`${name} is held by nobody.`)
      : fail(`${name} is held by ${held.join(', ')}.`)
  },
})
