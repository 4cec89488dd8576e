import { fail, pass } from '../../../kit/index.ts'
import { replacesAll, source } from './password-rules.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_password_policy_reuse_24',
  title: 'Password policy remembers the last 24 passwords',
  risk: 'Who may go back to an old password does, and with it to whatever leak it is in.',
  fix: {
    text: `Let the password policy remember 24 passwords, which is the most IAM can. ${replacesAll}`,
    cli: 'aws iam update-account-password-policy --password-reuse-prevention 24 …',
  },
  source,
  over: 'passwordPolicies',
  needs: ['rules'],
  judge({ name, rules }) {
    if (!rules) return fail(`The account ${name} has no password policy and remembers no password.`)
    const { remembered } = rules
    const sentence = `The password policy of ${name} remembers ${remembered} former ${remembered === 1 ? 'password' : 'passwords'}.`
    return remembered >= 24 ? pass(sentence) : fail(sentence)
  },
})
