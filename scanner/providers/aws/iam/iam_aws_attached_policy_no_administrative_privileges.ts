import { fail, pass } from '../../../kit/index.ts'
import { attached } from './attachments.ts'
import { everythingThere } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_aws_attached_policy_no_administrative_privileges',
  title: 'AWS policy in use does not make administrators',
  description:
    'Reads the default version of each AWS managed policy that somebody here holds, and asks whether it allows every action on everything, IAM included.',
  risk: 'Every holder of such a policy can read, change and delete all there is, and give the same right to others.',
  decision:
    'Fails when the policy allows whatever action on whatever resource, of IAM as of any other service, even if only under conditions. Passes when IAM is left out as a whole, as in PowerUserAccess, when no wildcard reaches the other services, and when a Deny without conditions takes IAM or the rest back, or at least every action of IAM by which rights are given. Other exceptions are named and do not help. A policy that is attached to nobody gives no finding. Permissions boundaries and policies of the organization are not weighed.',
  fix: {
    text: 'Detach the policy from its holders and attach one that names what they work on.',
    console: [
      'Open IAM, choose Policies, and open the policy that the finding names.',
      'On the tab Entities attached note who holds it.',
      'See on the tab Last Accessed of each holder which services it used, and attach a policy that names those.',
      'Back on Entities attached, tick the holders and choose Detach.',
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
    if (attachments === 0) return [] // held by nobody: nothing to judge
    const found = everythingThere(statements, place)
    return found
      ? fail(`${name}, ${attached(attachments)}, allows ${found}.`)
      : pass(`${name}, ${attached(attachments)}, does not allow everything.`)
  },
})
