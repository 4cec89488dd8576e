import { fail, pass } from '../../../kit/index.ts'
import { attached } from './attachments.ts'
import { everythingThere } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_customer_attached_policy_no_administrative_privileges',
  title: 'Own policy in use does not make administrators',
  description:
    'Reads the default version of each customer managed policy that is attached to somebody, looking for the right to do anything to anything, IAM included.',
  risk: 'A policy of one’s own that allows everything makes administrators under a name that does not say so.',
  decision:
    'Fails when the statements of the default version, alone or together, allow whatever action on whatever resource, of IAM as of any other service. An Allow under conditions counts. Passes when IAM is left out as a whole, when other services are named rather than meant by a wildcard, and when a Deny without conditions in the same policy takes IAM or the rest back. So it does when exceptions, by NotAction or such a Deny, hold every action of IAM that gives rights, from iam:AddUserToGroup to iam:UpdateLoginProfile; fewer exceptions are named and change nothing. A policy that is attached to nobody gives no finding here: another check looks at those.',
  fix: {
    text: 'Write a new version that names the actions and resources its holders need, and make it the default.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On Entities attached see who holds it, and on the tab Last Accessed of the holders which services they used.',
      'On the tab Permissions choose Edit, and put the actions and resources that are needed in place of the statement that allows everything.',
      'Choose Next, keep the new version as the default, and choose Save changes.',
    ],
    cli: 'aws iam create-policy-version --policy-arn <arn> --policy-document file://whole-policy.json --set-as-default',
    terraform: `resource "aws_iam_policy" "deploy" {
  name = "deploy"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["s3:GetObject", "s3:PutObject"]
      Resource = "arn:aws:s3:::example-releases/*"
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_manage-edit.html'],
  over: 'policies',
  needs: ['statements'],
  judge({ name, attachments, statements }, place) {
    if (attachments === 0) return [] // another check looks at policies that nobody holds
    const found = everythingThere(statements, place)
    return found
      ? fail(`${name}, ${attached(attachments)}, allows ${found}.`)
      : pass(`${name}, ${attached(attachments)}, does not allow everything.`)
  },
})
