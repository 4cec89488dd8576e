import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_cloudshell_admin_not_attached',
  title: 'AWSCloudShellFullAccess policy is not attached to any user, group or role',
  description:
    'Reads which users, groups and roles have the AWS managed policy AWSCloudShellFullAccess attached. The policy also allows file transfers.',
  risk: 'A shell in the account that can upload and download files can move data out without passing the network controls of your VPCs.',
  decision:
    'Fails if AWSCloudShellFullAccess is attached to a user, a group or a role. Use as a permissions boundary grants nothing and does not count. Passes if it is not attached, or if the partition does not have this policy. The check does not look for other policies that allow cloudshell:*.',
  fix: {
    text: 'Detach the policy. If users need CloudShell, attach a policy that denies cloudshell:GetFileDownloadUrls and cloudshell:GetFileUploadUrls.',
    console: [
      'Open IAM, choose Policies, and open AWSCloudShellFullAccess.',
      'On the Entities attached tab, select all entities and choose Detach.',
      'For users who need a shell, create a policy that allows cloudshell:* and denies cloudshell:GetFileDownloadUrls and cloudshell:GetFileUploadUrls, and attach it.',
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
    if (!holders) return pass(`The policy ${name} does not exist in this partition.`)
    const held = [
      ...holders.users.map((it) => `user ${it}`),
      ...holders.groups.map((it) => `group ${it}`),
      ...holders.roles.map((it) => `role ${it}`),
    ]
    return held.length === 0
      ? pass(`The policy ${name} is not attached to any user, group or role.`)
      : fail(`The policy ${name} is attached to ${held.join(', ')}.`)
  },
})
