import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_role_administratoraccess_policy',
  title: 'IAM role does not have AdministratorAccess attached',
  description:
    'Reads the managed policies that are attached to each role, and whether the AWS managed policy AdministratorAccess is one of them.',
  risk: 'If a principal that can assume the role is compromised, such as a build server or a function, the attacker controls the account.',
  decision:
    'Fails if AdministratorAccess is attached to the role, regardless of who can assume it. Roles for administrators and roles that IAM Identity Center created count as well. Passes if it is not attached, even if another policy grants equivalent permissions. Permissions boundaries are not evaluated.',
  fix: {
    text: 'Detach the policy and grant only the actions that the role uses. IAM Access Analyzer can generate such a policy from the role’s activity.',
    console: [
      'Open IAM, choose Roles, then the role.',
      'On the Permissions tab, choose Generate policy under Generate policy based on CloudTrail events, or see the used services on the Last Accessed tab.',
      'Attach the resulting policy.',
      'Select AdministratorAccess and choose Remove.',
      'Mute the finding for roles that people assume to administer the account.',
    ],
    cli: 'aws iam detach-role-policy --role-name <name> --policy-arn arn:aws:iam::aws:policy/AdministratorAccess',
    terraform: `resource "aws_iam_role_policy_attachments_exclusive" "build" {
  role_name = aws_iam_role.build.name
  policy_arns = [
    aws_iam_policy.push_images.arn,
    aws_iam_policy.read_secrets.arn,
  ]
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access-analyzer-policy-generation.html',
  over: 'roles',
  needs: [],
  judge: (it) =>
    holdsAdministratorAccess(it)
      ? fail(`Role ${it.name} has AdministratorAccess attached.`)
      : pass(`Role ${it.name} does not have AdministratorAccess attached.`),
})
