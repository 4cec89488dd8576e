import { fail, pass } from '../../../kit/index.ts'
import { days } from './days.ts'
import { setting, source } from './password-rules.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_password_policy_expires_passwords_within_90_days_or_less',
  title: 'Password policy lets passwords expire within 90 days',
  description:
    'Reads after how many days the account’s password policy lets the passwords of IAM users expire.',
  risk: 'A password that leaked unnoticed stays good until somebody happens to change it.',
  decision:
    'Fails when passwords never expire, when they last longer than 90 days, and when the account has no password policy. Passes when they expire after 90 days or fewer. How old the passwords of users are, and the root user’s, which never expires, is not asked.',
  fix: {
    text: 'Let passwords expire after 90 days or fewer.',
    console: [
      'Open IAM, choose Account settings, and under Password policy choose Edit.',
      'Choose Custom, turn on password expiration, and set it to 90 days or fewer.',
      'Leave the reset by an administrator off, or users are locked out when their password expires.',
      'Choose Save changes; passwords that are older expire at once.',
      'The command and Terraform set all rules of the policy together: adapt the others to yours before you use them.',
    ],
    ...setting('max_password_age'),
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
