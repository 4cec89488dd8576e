import { fail, manual, pass } from '../../../kit/index.ts'
import { byNamedRoles, escalations, listed } from './escalation.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_allows_privilege_escalation',
  title: 'IAM inline policy does not allow privilege escalation',
  description:
    'Compares the permissions of each inline policy of users, groups and roles with published privilege escalation paths.',
  risk: 'Permissions that are harmless individually, such as passing a role and starting a function, can together make a principal an administrator. Inline policies do not appear in the list of policies.',
  decision:
    'Fails if the policy alone allows every action of a known path, such as iam:PassRole with lambda:CreateFunction and lambda:InvokeFunction, or sts:AssumeRole on roles that it does not name. MANUAL if iam:PassRole completes a path, but only for roles whose full ARNs are given. The risk then depends on the policies of these roles, which are not read. Credentials of users, such as access keys and passwords, are not a path if the resources of the statements match only the caller. They do so by a resource that ends in the variable aws:username, or by the name of the user who has the policy. Policies that users attach to themselves are a path. Other resources, and conditions of an Allow, are not evaluated, so a permission that they limit counts as well. A Deny revokes an action only without conditions and for all that was allowed. Passes if no path is complete. Permissions from several policies are not combined.',
  fix: {
    text: 'Remove actions in the finding until the remaining actions do not complete a privilege escalation path.',
    console: [
      'Open IAM and, under Users, User groups or Roles, the entity in the finding.',
      'On the Permissions tab, open the inline policy and choose Edit.',
      'Remove actions in the finding until no path is complete, then save.',
      'If an action is required, limit it to resources and roles with no more permissions than the entity, set a permissions boundary, and mute the finding. The check does not evaluate such limits.',
      'For the command, save the policy document that aws iam get-role-policy returns to the file given to --policy-document, and remove the actions from it.',
    ],
    cli: 'aws iam put-role-policy --role-name <role> --policy-name <policy> --policy-document file://whole-policy.json',
    terraform: `resource "aws_iam_role_policy" "deploy" {
  name = "deploy"
  role = aws_iam_role.deploy.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["s3:PutObject", "cloudfront:CreateInvalidation"]
      Resource = ["arn:aws:s3:::example-site/*", aws_cloudfront_distribution.site.arn]
    }]
  })
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html',
  over: 'inlinePolicies',
  needs: ['statements'],
  judge({ name, holder, statements }, { account, partition }) {
    const user = holder.kind === 'user' ? holder.name : undefined
    const owner = { account, partition, user }
    const found = escalations(statements, owner)
    const what = `Inline policy ${name} of ${holder.kind} ${holder.name}`
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
