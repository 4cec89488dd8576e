import { fail, manual, pass } from '../../../kit/index.ts'
import { byNamedRoles, escalations, listed } from './escalation.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_allows_privilege_escalation',
  title: 'Own policy opens no way to more rights',
  description:
    'Compares what each customer managed policy allows with the published ways by which a few rights become all of them.',
  risk: 'A few harmless-looking rights are together as good as all rights, and only the one who uses them knows.',
  decision:
    'Fails when the default version by itself allows every action of one known way, such as iam:CreatePolicyVersion alone or iam:PassRole with ec2:RunInstances, or sts:AssumeRole on roles that it does not name; attached to somebody or not. MANUAL when iam:PassRole completes a way and only for roles whose full ARNs are given: it leads as far as their policies, which are not read here. Credentials of users, such as access keys and passwords, are no way when the resources of the statements leave only the caller, by a resource that ends in the variable aws:username; policies that users attach to themselves are one. Other resources, and conditions of an Allow, are not weighed, so a right that is limited by them counts as well; a Deny takes an action back only without conditions and for all that was allowed. Passes when no way is complete. What a holder has by other policies is not added.',
  fix: {
    text: 'Remove actions that the finding names until none of its ways is complete.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the tab Permissions choose Edit, and remove actions that the finding names.',
      'Choose Next, keep the new version as the default, and choose Save changes; look at the next finding, as it names three ways at most.',
      'If all actions must stay, limit them to resources and roles with no more rights than the holders, set a permissions boundary on those, and mute the finding, which does not see such limits.',
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
    const what = `The policy ${name}`
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
