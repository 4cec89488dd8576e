import { fail, pass } from '../../../kit/index.ts'
import { cloudtrail, everyActionOf } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_no_full_access_to_cloudtrail',
  title: 'Customer managed policy does not grant full access to CloudTrail',
  description:
    'Compares the permissions of each customer managed policy with all CloudTrail actions on all trails of the account.',
  risk: 'A principal with full access to CloudTrail can stop logging before it performs other actions.',
  decision:
    'Fails if the default version allows every CloudTrail action on every trail, whether or not the policy is attached. It can do so by cloudtrail:* or wider, or by an Allow with NotAction that does not exclude CloudTrail as a whole. Names and patterns that together cover all actions that AWS documents count as well. Conditions on the Allow do not count. Passes if fewer actions or only some trails or regions are allowed, or if a Deny without conditions denies all of CloudTrail. Exceptions of single actions, by NotAction or by a Deny without conditions, are named in the finding. They make the check pass only if they include all actions that stop or limit logging: StopLogging, DeleteTrail, UpdateTrail, PutEventSelectors and the equivalent actions for event data stores.',
  fix: {
    text: 'Allow the actions that read trails, and grant changes to trails only to the administrators of the trails.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the Permissions tab, choose Edit, and replace the pattern with the CloudTrail read actions.',
      'Choose Next, keep the new version as the default, and choose Save changes.',
      'Give the administrators of the trails a separate policy with the actions that they use.',
    ],
    cli: 'aws iam create-policy-version --policy-arn <policy arn> --set-as-default --policy-document \'{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["cloudtrail:Describe*","cloudtrail:Get*","cloudtrail:List*","cloudtrail:LookupEvents"],"Resource":"*"}]}\'',
    terraform: `resource "aws_iam_policy" "read_trails" {
  name = "read-trails"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["cloudtrail:Describe*", "cloudtrail:Get*", "cloudtrail:List*", "cloudtrail:LookupEvents"]
      Resource = "*"
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/best-practices-security.html',
  over: 'policies',
  needs: ['statements'],
  judge({ name, statements }, place) {
    const found = everyActionOf(statements, cloudtrail, place)
    const what = `Customer managed policy ${name}`
    return found
      ? fail(`${what} allows ${found}.`)
      : pass(`${what} does not allow every CloudTrail action.`)
  },
})
