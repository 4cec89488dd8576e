import { fail, pass } from '../../../kit/index.ts'
import { days } from './days.ts'
import { setting, source } from './password-rules.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_password_policy_expires_passwords_within_90_days_or_less',
  title: 'IAM password policy expires passwords within 90 days',
  description:
    'Reads the password expiration period in days from the account’s password policy for IAM users.',
  risk: 'A leaked password remains valid until the user changes it.',
  decision:
    'Fails if passwords never expire, if they expire after more than 90 days, or if the account has no password policy. Passes if they expire after 90 days or less. The check does not read the age of user passwords, or the root user’s password, which never expires.',
  fix: {
    text: 'Set password expiration to 90 days or less.',
    console: [
      'Open IAM, choose Account settings, and under Password policy choose Edit.',
      'Choose Custom, turn on password expiration, and set it to 90 days or less.',
      'Do not require an administrator reset for expired passwords. It locks users out when their passwords expire.',
      'Choose Save changes. Passwords that are older expire immediately.',
      'The command and Terraform set all rules of the policy. Adapt the other rules to your requirements first.',
    ],
    ...setting('max_password_age'),
  },
  source,
  over: 'passwordPolicies',
  needs: ['rules'],
  judge({ name, rules }) {
    if (!rules) return fail(`Account ${name} has no password policy, so passwords never expire.`)
    const { max_age } = rules
    if (max_age === null) return fail(`Passwords of account ${name} never expire.`)
    const sentence = `Passwords of account ${name} expire after ${days(max_age)}.`
    return max_age <= 90 ? pass(sentence) : fail(sentence)
  },
})
