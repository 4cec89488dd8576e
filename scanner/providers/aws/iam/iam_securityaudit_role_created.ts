import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_securityaudit_role_created',
  title: 'IAM role with the SecurityAudit policy exists',
  description:
    'Reads which roles have the AWS managed policy SecurityAudit attached. It can read the settings of services, but not their contents.',
  risk: 'Without a dedicated role, auditors use roles that can change the resources that they audit.',
  decision:
    'Passes if SecurityAudit is attached to at least one role. A role that has it only as a permissions boundary does not count. Fails if no role has it attached. Users and groups with the policy do not count, nor do roles with another policy for auditors. The check does not read who can assume the role.',
  fix: {
    text: 'Create a role for auditors and attach SecurityAudit to it.',
    console: [
      'Open IAM, choose Roles, then Create role.',
      'Choose the trusted entity: your identity provider, or the account of the auditors.',
      'Select SecurityAudit in the permissions policies, enter a name for the role, and choose Create role.',
    ],
    cli: 'aws iam attach-role-policy --role-name <name> --policy-arn arn:aws:iam::aws:policy/SecurityAudit',
    terraform: `resource "aws_iam_role_policy_attachment" "auditors" {
  role       = aws_iam_role.auditors.name
  policy_arn = "arn:aws:iam::aws:policy/SecurityAudit"
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_job-functions.html',
  links: ['https://docs.aws.amazon.com/aws-managed-policy/latest/reference/SecurityAudit.html'],
  over: 'securityAudit',
  needs: ['holders'],
  judge({ name, holders }) {
    const roles = holders?.roles ?? []
    return roles.length > 0
      ? pass(`The policy ${name} is attached to ${roles.join(', ')}.`)
      : fail(`The policy ${name} is not attached to any role.`)
  },
})
