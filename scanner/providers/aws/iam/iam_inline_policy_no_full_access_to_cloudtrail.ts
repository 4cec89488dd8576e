import { fail, pass } from '../../../kit/index.ts'
import { cloudtrail, everyActionOf } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_no_full_access_to_cloudtrail',
  title: 'IAM inline policy does not grant full access to CloudTrail',
  description:
    'Compares the permissions of each inline policy of users, groups and roles with all CloudTrail actions on all trails of the account.',
  risk: 'A user, group or role can stop or delete trails to hide its actions. Inline policies do not appear in the list of policies.',
  decision:
    'Fails if the policy allows every CloudTrail action on every trail. It can do so by cloudtrail:* or wider, or by an Allow with NotAction that does not exclude CloudTrail as a whole. Names and patterns that together cover all actions that AWS documents count as well. Conditions on the Allow do not count. Passes if fewer actions or only some trails or regions are allowed, or if a Deny without conditions denies all of CloudTrail. Passes if NotAction and such Denies together leave no action that stops, deletes or limits logging: StopLogging, DeleteTrail, UpdateTrail, PutEventSelectors, and the equivalent actions for event data stores. If any of these actions remains, other exceptions are only named in the finding.',
  fix: {
    text: 'Name the required read actions, and grant changes to trails only to the administrators of the trails.',
    console: [
      'Open IAM and the user, group or role in the finding.',
      'On the Permissions tab, open the inline policy and choose Edit.',
      'Replace the pattern with the required CloudTrail read actions, and save.',
      'Grant changes to trails to one role that only the administrators of the trails can assume.',
      'For the command, save the policy document that aws iam get-user-policy returns to the file given to --policy-document, and make the same change in it. The command replaces the entire policy, so keep the other statements.',
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
    const what = `Inline policy ${name} of ${holder.kind} ${holder.name}`
    return found
      ? fail(`${what} allows ${found}.`)
      : pass(`${what} does not allow every CloudTrail action.`)
  },
})
