import { fail, pass } from '../../../kit/index.ts'
import { administration, named } from './permissions.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_customer_unattached_policy_no_administrative_privileges',
  title: 'Own policy kept in reserve does not make administrators',
  risk: 'A policy that allows everything and is held by nobody waits to be attached in a hurry, or by an intruder who may attach policies.',
  fix: {
    text: 'Delete the policy.',
    cli: 'aws iam delete-policy --policy-arn <arn>',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  over: 'policies',
  needs: ['statements'],
  judge({ name, attachments, statements }, place) {
    if (attachments > 0) return [] // another check looks at policies in use
    const statement = administration(statements, place)
    return statement
      ? fail(
          `${name}, attached to nobody, allows everything: ${named(statement)} covers every action and resource.`,
        )
      : pass(`${name}, attached to nobody, does not allow everything.`)
  },
})
