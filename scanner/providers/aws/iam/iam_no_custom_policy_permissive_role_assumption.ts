import { fail, pass } from '../../../kit/index.ts'
import { assumingAnyRole, named } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_no_custom_policy_permissive_role_assumption',
  title: 'Customer managed policy names the roles that can be assumed',
  description:
    'Reads each customer managed policy, attached or not, for sts:AssumeRole on roles that the policy does not name individually.',
  risk: 'A principal that can assume any role, or any role that matches a pattern, has the permissions of every such role that trusts the account. This includes roles that are created later.',
  decision:
    'Fails if a statement allows sts:AssumeRole on all resources, on all except some roles, or on a pattern that leaves the role name open. A wildcard or a variable other than aws:username and aws:userid leaves it open. Conditions do not change the result. Passes if each role is named in full, even if for any account, or if a Deny without conditions covers the entire pattern. Inline policies are not read.',
  fix: {
    text: 'Name the roles in the Resource of the statement that allows sts:AssumeRole.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the Permissions tab, choose Edit and find the statement that allows sts:AssumeRole.',
      'Enter the full ARNs of the required roles in Resource.',
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
          `Customer managed policy ${name} allows assuming roles that it does not name, by ${named(statement)}.`,
        )
      : pass(`Customer managed policy ${name} does not allow assuming roles that it does not name.`)
  },
})
