import { fail, pass } from '../../../kit/index.ts'
import { replacesAll, source } from './password-rules.ts'
import { check } from './resources.ts'

/** What every account is born with, when it has set no policy. */
const bornWith = 8

export default check({
  id: 'iam_password_policy_minimum_length_14',
  title: 'Password policy asks for at least 14 characters',
  risk: 'Length decides how long guessing takes; short passwords fall within hours once a hash leaks.',
  fix: {
    text: `Set the minimum length of passwords to 14 or more. ${replacesAll}`,
    cli: 'aws iam update-account-password-policy --minimum-password-length 14 …',
  },
  source,
  over: 'passwordPolicies',
  needs: ['rules'],
  judge({ name, rules }) {
    if (!rules) {
      return fail(`The account ${name} has no password policy, so ${bornWith} characters do.`)
    }
    const sentence = `The password policy of ${name} asks for at least ${rules.minimum_length} characters.`
    return rules.minimum_length >= 14 ? pass(sentence) : fail(sentence)
  },
})
