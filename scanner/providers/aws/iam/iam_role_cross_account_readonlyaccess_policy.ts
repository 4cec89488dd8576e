import { fail, pass } from '../../../kit/index.ts'
import { accountsLetIn } from '../policy.ts'
import { check } from './resources.ts'

const readOnlyAccess = /^arn:[^:]*:iam::aws:policy\/ReadOnlyAccess$/

export default check({
  id: 'iam_role_cross_account_readonlyaccess_policy',
  title: 'Role with ReadOnlyAccess trusts no other account',
  risk: 'ReadOnlyAccess reads the contents too: every object, message and table row of the account leaves through the account that is trusted.',
  fix: {
    text: 'Attach SecurityAudit or ViewOnlyAccess in its place, which see settings and not contents.',
    cli: 'aws iam detach-role-policy --role-name <name> --policy-arn arn:aws:iam::aws:policy/ReadOnlyAccess',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_job-functions.html',
  over: 'roles',
  needs: ['trust'],
  judge({ name, attached_policies, trust }, { account }) {
    if (!attached_policies.some(({ uid }) => readOnlyAccess.test(uid))) {
      return pass(`The role ${name} does not hold ReadOnlyAccess.`)
    }
    const others = new Set(trust.flatMap(accountsLetIn).filter((it) => it !== account))
    if (others.size === 0) {
      return pass(`The role ${name} holds ReadOnlyAccess and trusts no other account.`)
    }
    const who = others.has('*') ? 'everybody' : `the account ${[...others].join(', ')}`
    return fail(`The role ${name} holds ReadOnlyAccess and trusts ${who}.`)
  },
})
