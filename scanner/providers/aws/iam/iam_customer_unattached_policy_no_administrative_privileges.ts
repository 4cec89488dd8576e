import { fail, pass } from '../../../kit/index.ts'
import { everythingThere } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_customer_unattached_policy_no_administrative_privileges',
  title: 'Unattached customer managed policy does not grant full administrative privileges',
  description:
    'Reads the default version of each unattached customer managed policy for permission to perform all actions on all resources, including IAM.',
  risk: 'An unattached policy that allows everything can be attached by mistake, or by an attacker with permission to attach policies.',
  decision:
    'Fails if an unattached policy allows all actions on all resources, of IAM as well as of the other services. Conditions on the Allow do not change the result. Passes if it excludes IAM as a whole, names the other services, or denies one of the two without conditions, or denies all IAM actions that grant permissions. Other exceptions are named in the finding, which fails anyway. A policy that is attached to a user, group or role gives no finding. Use as a permissions boundary alone does not count as an attachment.',
  fix: {
    text: 'Delete the policy, or limit it to the permissions that it is kept for.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the Entities attached tab, verify that the policy is not attached and not used as a permissions boundary.',
      'Choose Delete, enter the name of the policy, and confirm.',
      'With the AWS CLI, delete the older versions of the policy first. The console deletes them automatically.',
    ],
    cli: 'aws iam delete-policy --policy-arn <arn>',
    terraform: `resource "aws_iam_policy" "on_call" {
  name = "on-call"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["ec2:RebootInstances", "rds:RebootDBInstance"]
      Resource = "*"
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  over: 'policies',
  needs: ['statements'],
  judge({ name, attachments, statements }, place) {
    if (attachments > 0) return [] // another check covers policies in use
    const found = everythingThere(statements, place)
    return found
      ? fail(`Customer managed policy ${name} (not attached) allows ${found}.`)
      : pass(`Customer managed policy ${name} (not attached) does not allow everything.`)
  },
})
