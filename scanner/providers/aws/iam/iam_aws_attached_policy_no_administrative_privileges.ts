import { fail, pass } from '../../../kit/index.ts'
import { attached } from './attachments.ts'
import { everythingThere } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_aws_attached_policy_no_administrative_privileges',
  title: 'Attached AWS managed policy does not grant full administrative privileges',
  description:
    'Reads the default version of each attached AWS managed policy, and whether it allows all actions on all resources, including IAM.',
  risk: 'Every principal with such a policy can read, change and delete all resources, and grant the same access to others.',
  decision:
    'Fails if the policy allows all actions on all resources, of IAM as well as of the other services, even if only under conditions. Passes if IAM is excluded as a whole, as in PowerUserAccess, or if no wildcard covers the other services. Passes if a Deny without conditions revokes IAM or the other services, or at least every IAM action that grants permissions. Other exceptions are named in the finding, but do not change the result. A policy that is not attached gives no finding. The check does not evaluate permissions boundaries and organization policies.',
  fix: {
    text: 'Detach the policy and attach one that names only the required services and actions.',
    console: [
      'Open IAM, choose Policies, and open the policy in the finding.',
      'On the Entities attached tab, note the attached users, groups and roles.',
      'On the Last Accessed tab of each entity, see which services it used, and attach a policy that names those services.',
      'Return to the Entities attached tab, select the entities and choose Detach.',
    ],
    cli: 'aws iam list-entities-for-policy --policy-arn <arn> --policy-usage-filter PermissionsPolicy',
    terraform: `resource "aws_iam_role_policy_attachments_exclusive" "deploy" {
  role_name   = aws_iam_role.deploy.name
  policy_arns = [aws_iam_policy.deploy.arn] # all others are detached
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_last-accessed.html'],
  over: 'awsPolicies',
  needs: ['statements'],
  judge({ name, attachments, statements }, place) {
    if (attachments === 0) return [] // not attached: not applicable
    const found = everythingThere(statements, place)
    return found
      ? fail(`AWS managed policy ${name} (${attached(attachments)}) allows ${found}.`)
      : pass(`AWS managed policy ${name} (${attached(attachments)}) does not allow everything.`)
  },
})
