import { fail, pass } from '../../../kit/index.ts'
import { administration, named } from './permissions.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_no_administrative_privileges',
  title: 'Inline policy does not make an administrator',
  risk: 'A right to everything that is written into one user, group or role shows in no list of policies and is easily overlooked.',
  fix: {
    text: 'Replace the inline policy by a managed one that names what its holder works on.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_managed-vs-inline.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  over: 'inlinePolicies',
  needs: ['statements'],
  judge({ name, holder, statements }, place) {
    const statement = administration(statements, place)
    const what = `The inline policy ${name} of the ${holder.kind} ${holder.name}`
    return statement
      ? fail(`${what} allows everything: ${named(statement)} covers every action and resource.`)
      : pass(`${what} does not allow everything.`)
  },
})
