import { fail, pass } from '../../../kit/index.ts'
import { everythingThere } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_no_administrative_privileges',
  title: 'Inline policy does not make an administrator',
  description:
    'Reads each policy written into a user, group or role, looking for one that allows every action on everything.',
  risk: 'A right to everything that is written into one user, group or role shows in no list of policies and is easily overlooked.',
  decision:
    'Fails when the inline policy allows whatever action on whatever resource, of IAM as of any other service; a condition on the Allow does not change that. Passes when IAM as a whole is not in it, when the other services are listed by name, and when a Deny without conditions refuses IAM or all the rest. Single actions that are left out or denied are named in the finding; they make it pass only when no action is left by which rights are given, such as iam:PassRole or iam:AttachUserPolicy. Managed policies of the same holder have checks of their own.',
  fix: {
    text: 'Replace the inline policy by a managed one that names what its holder works on.',
    console: [
      'Open IAM and, under Users, User groups or Roles, the holder that the finding names.',
      'On the tab Permissions choose Add permissions, and attach a managed policy that names what the holder works on.',
      'Tick the inline policy and choose Remove.',
    ],
    cli: 'aws iam delete-role-policy --role-name <role> --policy-name <policy>',
    terraform: `resource "aws_iam_role_policies_exclusive" "deploy" {
  role_name    = aws_iam_role.deploy.name
  policy_names = [] # inline policies without a name here are deleted
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_managed-vs-inline.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  over: 'inlinePolicies',
  needs: ['statements'],
  judge({ name, holder, statements }, place) {
    const found = everythingThere(statements, place)
    const what = `The inline policy ${name} of the ${holder.kind} ${holder.name}`
    return found ? fail(`${what} allows ${found}.`) : pass(`${what} does not allow everything.`)
  },
})
