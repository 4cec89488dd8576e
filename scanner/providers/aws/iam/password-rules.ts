// The family of checks that ask for one kind of character in passwords.
import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export const source =
  'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_passwords_account-policy.html'

/** Added to each fix: setting one rule with this call resets all rules that it does not name. */
export const replacesAll = 'The call replaces the whole policy, so name all its rules at once.'

interface Rule {
  id: string
  /** The field of the policy that must be true. */
  rule: 'symbols' | 'numbers' | 'uppercase' | 'lowercase'
  /** With its article: `an uppercase letter`. */
  character: string
  /** The flag of `aws iam update-account-password-policy`. */
  flag: string
}

export const passwordRule = ({ id, rule, character, flag }: Rule) =>
  check({
    id,
    title: `Password policy asks for ${character}`,
    risk: `Passwords without ${character} come from a smaller set, which guessing exhausts sooner.`,
    fix: {
      text: `Let the account’s password policy require ${character}. ${replacesAll}`,
      cli: `aws iam update-account-password-policy ${flag} …`,
    },
    source,
    over: 'passwordPolicies',
    needs: ['rules'],
    judge({ name, rules }) {
      if (!rules) {
        return fail(`The account ${name} has no password policy, so ${character} is not required.`)
      }
      return rules[rule]
        ? pass(`The password policy of ${name} requires ${character}.`)
        : fail(`The password policy of ${name} does not require ${character}.`)
    },
  })
