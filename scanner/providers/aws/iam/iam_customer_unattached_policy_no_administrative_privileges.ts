import { fail, pass } from '../../../kit/index.ts'
import { everythingThere } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_customer_unattached_policy_no_administrative_privileges',
  title: 'Own policy kept in reserve does not make administrators',
  description:
    'Reads the default version of each customer managed policy that is attached to nobody, looking for one that would make its next holder an administrator.',
  risk: 'A policy that allows everything and is held by nobody waits to be attached in a hurry, or by an intruder who may attach policies.',
  decision:
    'Fails when a policy without holders allows whatever action on whatever resource, of IAM as of any other service; conditions on the Allow do not help. Passes when it leaves out IAM as a whole, names the other services it opens, or always denies one of the two, or all actions of IAM that give rights. Lesser exceptions are named in the finding, which fails all the same. A policy that is attached to a user, group or role gives no finding here. Use as a permissions boundary alone is no attachment.',
  fix: {
    text: 'Delete the policy, or narrow it to what it is kept for.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'See on the tab Entities attached that nobody holds it or has it as a permissions boundary.',
      'Choose Delete, type the name of the policy, and confirm.',
      'With the command line, delete its older versions first; the console does so by itself.',
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
    if (attachments > 0) return [] // another check looks at policies in use
    const found = everythingThere(statements, place)
    return found
      ? fail(`${name}, attached to nobody, allows ${found}.`)
      : pass(`${name}, attached to nobody, does not allow everything.`)
  },
})
