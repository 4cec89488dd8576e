import { fail, manual, pass } from '../../../kit/index.ts'
import { byNamedRoles, escalations, listed } from './escalation.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_allows_privilege_escalation',
  title: 'Inline policy opens no way to more rights',
  description:
    'Compares what each policy written into a user, group or role allows with the published ways by which a few rights become all of them.',
  risk: 'Rights that look harmless one by one, such as passing a role and starting a function, together make their holder an administrator, and no list of policies shows an inline one.',
  decision:
    'Fails when the policy by itself allows every action of one known way, such as iam:PassRole with lambda:CreateFunction and lambda:InvokeFunction, or sts:AssumeRole on roles that it does not name. MANUAL when iam:PassRole completes a way and only for roles whose full ARNs are given: it leads as far as their policies, which are not read here. Credentials of users, such as access keys and passwords, are no way when the resources of the statements leave only the caller, by a resource that ends in the variable aws:username or by the name of the user who holds the policy; policies that users attach to themselves are one. Other resources, and conditions of an Allow, are not weighed, so a right that is limited by them counts as well; a Deny takes an action back only without conditions and for all that was allowed. Passes when no way is complete. Rights spread over several policies are not added up.',
  fix: {
    text: 'Remove actions that the finding names, so that what is left completes no way to more rights.',
    console: [
      'Open IAM and, under Users, User groups or Roles, the holder that the finding names.',
      'On the tab Permissions open the inline policy and choose Edit.',
      'Remove actions that the finding names until none of its ways is complete, then save.',
      'If an action must stay, limit it to resources and roles with no more rights than the holder, set a permissions boundary, and mute the finding: the check does not see such limits.',
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
    const what = `The inline policy ${name} of the ${holder.kind} ${holder.name}`
    if (found.length > 0) {
      return fail(`${what} lets its holder gain more rights by ${listed(found)}.`)
    }
    const limited = byNamedRoles(statements, owner)
    return limited.length > 0
      ? manual(
          `${what} lets its holder use roles that it names by ${listed(limited)}; whether those have more rights, their policies tell.`,
        )
      : pass(`${what} opens no known way to more rights.`)
  },
})
