import { fail, pass } from '../../../kit/index.ts'
import { setting, source } from './password-rules.ts'
import { check } from './resources.ts'

/** The minimum length in accounts that have not set a policy. */
const bornWith = 8

export default check({
  id: 'iam_password_policy_minimum_length_14',
  title: 'IAM password policy requires at least 14 characters',
  description:
    'Reads the minimum password length from the account’s password policy for IAM users.',
  risk: 'Shorter passwords are faster to guess, and many are in the password lists that attackers use.',
  decision:
    'Fails if the minimum length is below 14, or if the account has no password policy, in which case the minimum is 8. Passes if it is 14 or more. AWS does not report the length of existing passwords.',
  fix: {
    text: 'Set the minimum password length to 14 or more.',
    console: [
      'Open IAM, choose Account settings, and under Password policy choose Edit.',
      'Choose Custom and set the minimum length to 14 characters or more.',
      'Choose Save changes, and have users with older passwords change them.',
      'The command and Terraform replace the entire policy. Verify that the other rules meet your requirements.',
    ],
    ...setting('minimum_password_length'),
  },
  source,
  over: 'passwordPolicies',
  needs: ['rules'],
  judge({ name, rules }) {
    if (!rules) {
      return fail(
        `Account ${name} has no password policy, so the minimum password length is ${bornWith}.`,
      )
    }
    const sentence = `The password policy of account ${name} requires at least ${rules.minimum_length} characters.`
    return rules.minimum_length >= 14 ? pass(sentence) : fail(sentence)
  },
})
