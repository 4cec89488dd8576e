// Four checks of a pool's passwords, each for one kind of characters.
import { fail, pass } from '../../../kit/index.ts'
import { check, type PasswordRules } from './resources.ts'

interface Rule {
  readonly id: string
  /** The flag in the password rules. */
  readonly rule: 'lowercase' | 'uppercase' | 'numbers' | 'symbols'
  /** The required character: `a lowercase letter`. */
  readonly character: string
  /** The option in the console. */
  readonly option: string
  /** The argument in Terraform and the member in the API. */
  readonly argument: string
  readonly member: string
}

const satisfied = (rules: PasswordRules, rule: Rule['rule']): boolean => rules[rule]

/** The check that a pool's passwords require at least one character of a kind. */
export const characterRule = ({ id, rule, character, option, argument, member }: Rule) =>
  check({
    id,
    title: `Cognito user pool requires ${character} in passwords`,
    description: `Reads whether the password policy of each user pool requires ${character} in new passwords.`,
    risk: `Passwords without ${character} have fewer combinations and are easier to guess.`,
    decision: `Passes if the policy of the pool requires ${character}. Fails if it does not. Passwords that were set under an older policy are not visible, and the policy does not apply to users of an identity provider, such as SAML users.`,
    fix: {
      text: `Require ${character} in the password policy of the pool.`,
      console: [
        'Open Amazon Cognito, choose User pools, and choose the pool.',
        'Choose Authentication methods, and under Password policy, choose Edit.',
        `Choose Custom, then “${option}”, and choose Save changes.`,
        `The command resets all settings that it does not receive: put every setting from describe-user-pool that the command supports into the file for --cli-input-json, with ${member} true and the other rules of PasswordPolicy.`,
      ],
      cli: `aws cognito-idp update-user-pool --user-pool-id <pool> --cli-input-json file://pool-with-${argument}.json`,
      terraform: `resource "aws_cognito_user_pool" "customers" {
  name = "customers"

  password_policy {
    minimum_length = 14
    ${argument} = true
  }
}`,
    },
    source:
      'https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html',
    links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/cognito-controls.html'],
    over: 'pools',
    needs: ['details'],
    judge: ({ name, details: { passwords } }) =>
      satisfied(passwords, rule)
        ? pass(`The pool ${name} requires ${character} in passwords.`)
        : fail(`The pool ${name} does not require ${character} in passwords.`),
  })
