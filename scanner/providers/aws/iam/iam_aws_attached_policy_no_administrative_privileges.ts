import { fail, pass } from '../../../kit/index.ts'
import { attached } from './attachments.ts'
import { administration, named } from './permissions.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_aws_attached_policy_no_administrative_privileges',
  title: 'AWS policy in use does not make administrators',
  risk: 'Every holder of such a policy can read, change and delete all there is, and give the same right to others.',
  fix: {
    text: 'Detach the policy from its holders and attach one that names what they work on.',
    cli: 'aws iam list-entities-for-policy --policy-arn <arn>',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  over: 'awsPolicies',
  needs: ['statements'],
  judge({ name, attachments, statements }, place) {
    if (attachments === 0) return [] // held by nobody: nothing to judge
    const statement = administration(statements, place)
    return statement
      ? fail(
          `${name}, ${attached(attachments)}, allows everything: ${named(statement)} covers every action and resource.`,
        )
      : pass(`${name}, ${attached(attachments)}, does not allow everything.`)
  },
})
