import { fail, pass } from '../../../kit/index.ts'
import { everythingThere } from './full-access.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_no_administrative_privileges',
  title: 'IAM inline policy does not grant full administrative privileges',
  description:
    'Reads each inline policy of users, groups and roles for permission to perform all actions on all resources.',
  risk: 'Full access in an inline policy does not appear in the list of policies and is easily overlooked.',
  decision:
    'Fails if the inline policy allows all actions on all resources, of IAM as well as of the other services. A condition on the Allow does not change the result. Passes if IAM as a whole is excluded, if the other services are listed by name, or if a Deny without conditions denies IAM or all other services. Single actions that are excluded or denied are named in the finding. They change the result only if no action that grants permissions remains, such as iam:PassRole or iam:AttachUserPolicy. Separate checks read managed policies.',
  fix: {
    text: 'Replace the inline policy with a managed policy that names only the required actions and resources.',
    console: [
      'Open IAM and, under Users, User groups or Roles, the entity in the finding.',
      'On the Permissions tab, choose Add permissions, and attach a managed policy that names the required actions and resources.',
      'Select the inline policy and choose Remove.',
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
    const what = `Inline policy ${name} of ${holder.kind} ${holder.name}`
    return found ? fail(`${what} allows ${found}.`) : pass(`${what} does not allow everything.`)
  },
})
