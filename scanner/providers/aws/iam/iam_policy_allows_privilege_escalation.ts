import { fail, manual, pass } from '../../../kit/index.ts'
import { byNamedRoles, escalations, listed } from './escalation.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_allows_privilege_escalation',
  title: 'Customer managed policy does not allow privilege escalation',
  description:
    'Compares the permissions of each customer managed policy with published privilege escalation paths.',
  risk: 'A few permissions that look harmless can together give full access, which is not visible from the individual actions.',
  decision:
    'Fails if the default version alone allows every action of a known path, such as iam:CreatePolicyVersion alone or iam:PassRole with ec2:RunInstances, or sts:AssumeRole on roles that it does not name. The policy counts whether it is attached or not. MANUAL if iam:PassRole completes a path, but only for roles whose full ARNs are given. The risk then depends on the policies of these roles, which are not read. Credentials of users, such as access keys and passwords, are not a path if the resources of the statements match only the caller, by a resource that ends in the variable aws:username. Policies that users attach to themselves are a path. Other resources, and conditions of an Allow, are not evaluated, so a permission that they limit counts as well. A Deny revokes an action only without conditions and for all that was allowed. Passes if no path is complete. Permissions from other policies are not combined.',
  fix: {
    text: 'Remove actions in the finding until no privilege escalation path is complete.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the Permissions tab, choose Edit, and remove actions in the finding.',
      'Choose Next, keep the new version as the default, and choose Save changes. Review the next finding, because each finding names at most three paths.',
      'If all actions are required, limit them to resources and roles with no more permissions than the attached entities, set a permissions boundary, and mute the finding. The check does not evaluate such limits.',
      'For the command, save the policy document that aws iam get-policy-version returns to the file given to --policy-document, and remove the actions from it.',
    ],
    cli: 'aws iam create-policy-version --policy-arn <policy arn> --set-as-default --policy-document file://without-the-ways.json',
    terraform: `resource "aws_iam_policy" "start_workers" {
  name = "start-workers"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["ec2:StartInstances", "ec2:StopInstances"] # no iam:PassRole with ec2:RunInstances
      Resource = "arn:aws:ec2:eu-west-1:111122223333:instance/*"
    }]
  })
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html',
  over: 'policies',
  needs: ['statements'],
  judge({ name, statements }, owner) {
    const found = escalations(statements, owner)
    const what = `Customer managed policy ${name}`
    if (found.length > 0) {
      return fail(`${what} allows privilege escalation by ${listed(found)}.`)
    }
    const limited = byNamedRoles(statements, owner)
    return limited.length > 0
      ? manual(
          `${what} allows the use of named roles by ${listed(limited)}. Review the policies of these roles for additional permissions.`,
        )
      : pass(`${what} allows no known privilege escalation path.`)
  },
})
