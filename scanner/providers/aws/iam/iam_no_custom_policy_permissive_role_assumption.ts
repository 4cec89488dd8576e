import { fail, pass } from '../../../kit/index.ts'
import { assumingAnyRole, named } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_no_custom_policy_permissive_role_assumption',
  title: 'Own policy names the roles that may be assumed',
  description:
    'Looks in each customer managed policy, attached or not, for sts:AssumeRole on roles that the policy does not name one by one.',
  risk: 'Who may assume any role, or any of a pattern, has the rights of every such role that trusts the account, also of those made later.',
  decision:
    'Fails when a statement allows sts:AssumeRole on everything, on everything but some roles, or on a pattern that leaves a role’s name open by a wildcard or by a variable other than aws:username and aws:userid; conditions do not help. Passes when each role is named in full, even if for any account, and when a Deny without conditions covers the whole pattern. Inline policies are not read here.',
  fix: {
    text: 'Name the roles in the Resource of the statement that allows sts:AssumeRole.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the tab Permissions choose Edit and find the statement that allows sts:AssumeRole.',
      'Put the full ARNs of the roles that its holders assume into its Resource.',
      'Choose Next, keep the new version as the default, and choose Save changes.',
    ],
    cli: 'aws iam create-policy-version --policy-arn <arn> --set-as-default --policy-document \'{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Resource":"arn:aws:iam::<account>:role/<role>"}]}\'',
    terraform: `resource "aws_iam_policy" "assume_deploy" {
  name = "assume-deploy"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "sts:AssumeRole"
      Resource = "arn:aws:iam::111122223333:role/deploy"
    }]
  })
}`,
  },
  source:
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_permissions-to-switch.html',
  over: 'policies',
  needs: ['statements'],
  judge({ name, statements }, owner) {
    const statement = assumingAnyRole(statements, owner)
    return statement
      ? fail(
          `The policy ${name} allows assuming roles that it does not name, by ${named(statement)}.`,
        )
      : pass(`The policy ${name} allows assuming no role that it does not name.`)
  },
})
