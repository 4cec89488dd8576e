import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_cloudshell_admin_not_attached',
  title: 'AWSCloudShellFullAccess is given to nobody',
  risk: 'A shell inside the account that may upload and download files carries data out past every network control.',
  fix: {
    text: 'Detach the policy; who needs CloudShell gets a policy that denies cloudshell:GetFileDownloadUrls and cloudshell:GetFileUploadUrls.',
    cli: 'aws iam list-entities-for-policy --policy-arn arn:aws:iam::aws:policy/AWSCloudShellFullAccess',
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
