import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_role_administratoraccess_policy',
  title: 'Role does not hold AdministratorAccess',
  description:
    'Reads which managed policies are attached to each role, looking for AdministratorAccess of AWS.',
  risk: 'Everything that may assume the role, a build server or a function, can take over the account when it is broken into.',
  decision:
    'Fails when AdministratorAccess is attached to the role, whoever may assume it: the role of your administrators and those that IAM Identity Center made count as well. Passes when it is not, even if another policy allows as much. A permissions boundary is not weighed.',
  fix: {
    text: 'Detach the policy and grant what the role really calls; Access Analyzer writes such a policy from what was used.',
    console: [
      'Open IAM, choose Roles, then the role.',
      'On the tab Permissions choose Generate policy under Generate policy based on CloudTrail events, or read on the tab Last Accessed which services it used.',
      'Attach the policy that comes of it.',
      'Tick AdministratorAccess and choose Remove.',
      'Mute the finding for the few roles that people assume to administer the account.',
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
      ? fail(`The role ${it.name} holds AdministratorAccess.`)
      : pass(`The role ${it.name} does not hold AdministratorAccess.`),
})
