import { fail, pass } from '../../../kit/index.ts'
import { setting, source } from './password-rules.ts'
import { check } from './resources.ts'

/** What every account is born with, when it has set no policy. */
const bornWith = 8

export default check({
  id: 'iam_password_policy_minimum_length_14',
  title: 'Password policy asks for at least 14 characters',
  description:
    'Reads how many characters the account’s password policy wants of the passwords of IAM users.',
  risk: 'Each character fewer makes guessing many times quicker, and short passwords are the ones that stand in the lists that attackers try first.',
  decision:
    'Fails when the minimum length is below 14, and when the account has no password policy: 8 characters do then. Passes at 14 and above. How long the passwords are that users have already, AWS does not tell.',
  fix: {
    text: 'Set the minimum length of passwords to 14 or more.',
    console: [
      'Open IAM, choose Account settings, and under Password policy choose Edit.',
      'Choose Custom and set the minimum length to 14 characters or more.',
      'Choose Save changes, and ask users with older passwords to change them.',
      'The command and Terraform give the policy anew, length and all: see that their other rules suit you.',
    ],
    ...setting('minimum_password_length'),
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
