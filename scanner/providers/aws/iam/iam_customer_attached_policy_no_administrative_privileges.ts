import { fail, pass } from '../../../kit/index.ts'
import { attached } from './attachments.ts'
import { administration, named } from './permissions.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_customer_attached_policy_no_administrative_privileges',
  title: 'Own policy in use does not make administrators',
  risk: 'A policy of one’s own that allows everything makes administrators under a name that does not say so.',
  fix: {
    text: 'Write a new version that names the actions and resources its holders need, and make it the default.',
    cli: 'aws iam create-policy-version --policy-arn <arn> --policy-document file://policy.json --set-as-default',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  over: 'policies',
  needs: ['statements'],
  judge({ name, attachments, statements }, place) {
    if (attachments === 0) return [] // another check looks at policies that nobody holds
    const statement = administration(statements, place)
    return statement
      ? fail(
          `${name}, ${attached(attachments)}, allows everything: ${named(statement)} covers every action and resource.`,
        )
      : pass(`${name}, ${attached(attachments)}, does not allow everything.`)
  },
})
