// Four checks ask the same of a pool's passwords, each for its own kind of characters.
import { fail, pass } from '../../../kit/index.ts'
import { check, type PasswordRules } from './resources.ts'

interface Rule {
  readonly id: string
  /** Which flag of the rules. */
  readonly rule: 'lowercase' | 'uppercase' | 'numbers' | 'symbols'
  /** What it asks for: `a lowercase letter`. */
  readonly character: string
  /** What the console calls it. */
  readonly option: string
  /** Terraform's argument, and the API's member. */
  readonly argument: string
  readonly member: string
}

const satisfied = (rules: PasswordRules, rule: Rule['rule']): boolean => rules[rule]

/** The check that a pool's passwords hold at least one character of a kind. */
export const characterRule = ({ id, rule, character, option, argument, member }: Rule) =>
  check({
    id,
    title: `Passwords of the pool hold ${character}`,
    description: `Reads from the password policy of each user pool whether every new password must hold ${character}.`,
    risk: `Passwords without ${character} come from a smaller set, which is tried through sooner.`,
    decision: `Passes when the policy of the pool asks for ${character}, fails when it does not. Passwords that were set under an older policy are not seen, and users whom an identity provider signs in, as by SAML, do not follow it.`,
    fix: {
      text: `Let the pool’s password policy ask for ${character}.`,
      console: [
        'Open Amazon Cognito, choose User pools, and choose the pool.',
        'Choose Authentication methods, and under Password policy choose Edit.',
        `Choose Custom, then “${option}”, and choose Save changes.`,
        `The command resets what it is not given: put into the file every setting that describe-user-pool shows and this command takes, with ${member} true beside the other rules of PasswordPolicy.`,
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
        ? pass(`Passwords of the pool ${name} must hold ${character}.`)
        : fail(`Passwords of the pool ${name} need not hold ${character}.`),
  })
