import { fail, pass } from '../../../kit/index.ts'
import { cloudtrail, everyActionOf } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_no_full_access_to_cloudtrail',
  title: 'Inline policy does not give every action of CloudTrail',
  description:
    'Compares what each policy written into a user, group or role allows with all actions of CloudTrail, on all trails of the account.',
  risk: 'One user, group or role can stop the trails before it acts and delete them after, and an inline policy that allows this shows in no list of policies.',
  decision:
    'Fails when the policy allows every action of CloudTrail on every trail: by cloudtrail:* or wider, by an Allow with NotAction that does not leave out CloudTrail as a whole, or by names and patterns that together cover all actions that AWS documents. Conditions on the Allow do not count. Passes when fewer actions or only some trails or regions are allowed, or when a Deny without conditions refuses all of CloudTrail, or when NotAction and such Denies together leave nothing that stops, deletes or narrows the record: StopLogging, DeleteTrail, UpdateTrail, PutEventSelectors, and the same for event data stores. As long as one of these is left, other exceptions are only named.',
  fix: {
    text: 'Name the reading actions that are needed, and leave changes to trails to the few who look after them.',
    console: [
      'Open IAM and the user, group or role that the finding names.',
      'On the tab Permissions open the inline policy and choose Edit.',
      'Put the reading actions of CloudTrail that are needed in place of the pattern, and save; the command replaces the whole policy, so its file holds the other statements, too.',
      'Leave the right to change trails to one role that only the keepers of the trails may assume.',
    ],
    cli: 'aws iam put-user-policy --user-name <user> --policy-name <policy> --policy-document file://whole-policy-without-trails.json',
    terraform: `resource "aws_iam_user_policy" "auditor" {
  name = "read-trails"
  user = aws_iam_user.auditor.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["cloudtrail:DescribeTrails", "cloudtrail:GetTrailStatus", "cloudtrail:LookupEvents"]
      Resource = "*"
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/best-practices-security.html',
  over: 'inlinePolicies',
  needs: ['statements'],
  judge({ name, holder, statements }, place) {
    const found = everyActionOf(statements, cloudtrail, place)
    const what = `The inline policy ${name} of the ${holder.kind} ${holder.name}`
    return found
      ? fail(`${what} allows ${found}.`)
      : pass(`${what} does not allow every action of CloudTrail.`)
  },
})
