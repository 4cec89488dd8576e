import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_securityaudit_role_created',
  title: 'A role may audit the account',
  description:
    'Asks which roles hold the AWS policy SecurityAudit, which reads the settings of services and not their contents.',
  risk: 'Auditors without a role of their own borrow one that may change what they look at.',
  decision:
    'Passes when at least one role holds SecurityAudit; one that has it as its permissions boundary only does not. Fails when none does: users and groups with the policy do not count, nor do roles with another policy for auditors. Who may assume the role is not asked.',
  fix: {
    text: 'Make a role for auditors and attach SecurityAudit to it.',
    console: [
      'Open IAM, choose Roles, then Create role.',
      'Choose the trusted entity: your identity provider, or the account from which auditors come.',
      'Tick SecurityAudit under the permissions policies, name the role, and choose Create role.',
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
      ? pass(`${name} is held by ${roles.join(', ')}.`)
      : fail(`No role holds ${name}.`)
  },
})
