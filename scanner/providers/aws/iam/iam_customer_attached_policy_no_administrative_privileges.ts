import { fail, pass } from '../../../kit/index.ts'
import { attached } from './attachments.ts'
import { everythingThere } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_customer_attached_policy_no_administrative_privileges',
  title: 'Attached customer managed policy does not grant full administrative privileges',
  description:
    'Reads the default version of each attached customer managed policy for permission to perform all actions on all resources, including IAM.',
  risk: 'A customer managed policy that allows everything creates administrators under a name that does not show it.',
  decision:
    'Fails if the statements of the default version, alone or together, allow all actions on all resources, of IAM as well as of the other services. An Allow under conditions counts. Passes if IAM is excluded as a whole, or if other services are named instead of matched by a wildcard. Passes if a Deny without conditions in the same policy revokes IAM or the other services. Passes if exceptions, by NotAction or such a Deny, include every IAM action that grants permissions, from iam:AddUserToGroup to iam:UpdateLoginProfile. Fewer exceptions are named in the finding, but do not change the result. A policy that is not attached gives no finding, because a separate check covers it.',
  fix: {
    text: 'Create a new version that names only the required actions and resources, and set it as the default.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the Entities attached tab, see the attached entities, and on the Last Accessed tab of each entity, the services that it used.',
      'On the Permissions tab, choose Edit, and replace the statement that allows everything with the required actions and resources.',
      'Choose Next, keep the new version as the default, and choose Save changes.',
      'For the command, save the policy document that aws iam get-policy-version returns to the file given to --policy-document, and replace the statement that allows everything.',
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
    if (attachments === 0) return [] // another check judges unattached policies
    const found = everythingThere(statements, place)
    return found
      ? fail(`Customer managed policy ${name} (${attached(attachments)}) allows ${found}.`)
      : pass(
          `Customer managed policy ${name} (${attached(attachments)}) does not allow everything.`,
        )
  },
})
