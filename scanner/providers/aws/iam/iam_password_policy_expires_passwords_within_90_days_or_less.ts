import { fail, pass } from '../../../kit/index.ts'
import { days } from './days.ts'
import { replacesAll, source } from './password-rules.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_password_policy_expires_passwords_within_90_days_or_less',
  title: 'Password policy lets passwords expire within 90 days',
  risk: 'A password that leaked unnoticed stays good until somebody happens to change it.',
  fix: {
    text: `Let passwords expire after 90 days or fewer. ${replacesAll}`,
    cli: 'aws iam update-account-password-policy --max-password-age 90 …',
  },
  source,
  over: 'passwordPolicies',
  needs: ['rules'],
  judge({ name, rules }) {
    if (!rules)
      return fail(`The account ${name} has no password policy, so passwords never expire.`)
    const { max_age } = rules
    if (max_age === null) return fail(`Passwords of the account ${name} never expire.`)
    const sentence = `Passwords of the account ${name} expire after ${days(max_age)}.`
    return max_age <= 90 ? pass(sentence) : fail(sentence)
  },
})
