import { fail, pass } from '../../../kit/index.ts'
import { fullAccess, named } from './permissions.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_no_full_access_to_kms',
  title: 'Inline policy does not give every action of KMS',
  risk: 'Who may do everything with keys can schedule their deletion, and with the keys all that they encrypt is lost; or lend them to another account.',
  fix: {
    text: 'Name the actions that are needed, and keep those who manage keys apart from those who use them.',
  },
  source: 'https://docs.aws.amazon.com/kms/latest/developerguide/iam-policies-best-practices.html',
  over: 'inlinePolicies',
  needs: ['statements'],
  judge({ name, holder, statements }, place) {
    const statement = fullAccess(statements, 'kms', 'key', place)
    const what = `The inline policy ${name} of the ${holder.kind} ${holder.name}`
    return statement
      ? fail(`${what} allows every action of KMS: ${named(statement)} covers them all.`)
      : pass(`${what} does not allow every action of KMS.`)
  },
})
