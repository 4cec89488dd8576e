import { fail, pass } from '../../../kit/index.ts'
import { cloudtrail, everyActionOf } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_no_full_access_to_cloudtrail',
  title: 'Own policy does not give every action of CloudTrail',
  description:
    'Compares what each customer managed policy allows with all actions of CloudTrail, on all trails of the account.',
  risk: 'Who may do everything with CloudTrail can stop the record of what was done before doing it.',
  decision:
    'Fails when the default version allows every action of CloudTrail on every trail, attached to somebody or not: by cloudtrail:* or wider, by an Allow with NotAction that does not leave out CloudTrail as a whole, or by names and patterns that together cover all actions that AWS documents. Conditions on the Allow do not count. Passes when fewer actions or only some trails or regions are allowed, or when a Deny without conditions refuses all of CloudTrail. Exceptions of single actions, by NotAction or by a Deny without conditions, are named in the finding; it passes by them only when they hold all that ends or narrows the record, which is StopLogging, DeleteTrail, UpdateTrail, PutEventSelectors and their like for event data stores.',
  fix: {
    text: 'Allow the actions that read trails, and keep those that change them for the few who look after trails.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the tab Permissions choose Edit, and name the reading actions of CloudTrail in place of the pattern.',
      'Choose Next, keep the new version as the default, and choose Save changes.',
      'Give those who look after trails a policy of their own with the actions they use.',
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
    const what = `The policy ${name}`
    return found
      ? fail(`${what} allows ${found}.`)
      : pass(`${what} does not allow every action of CloudTrail.`)
  },
})
