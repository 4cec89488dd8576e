// The checks that require one kind of character in passwords.
import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export const source =
  'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_passwords_account-policy.html'

/** The rules that the checks require together, by Terraform argument; the flags of the command have the same names. */
const strict = {
  minimum_password_length: 14,
  require_uppercase_characters: true,
  require_lowercase_characters: true,
  require_numbers: true,
  require_symbols: true,
  password_reuse_prevention: 24,
  max_password_age: 90,
  allow_users_to_change_password: true,
} as const

/** The placeholder in commands for a number that the policy may already exceed. */
const atLeastAsStrict: Readonly<Record<string, string>> = {
  minimum_password_length: '<length in use and at least 14>',
  max_password_age: '<age in use and at most 90>',
}

export type Argument = keyof typeof strict

/**
 * The command and the resource that set one rule, which comes first. Both replace the whole policy and reset omitted
 * rules, so they contain all rules.
 */
export function setting(argument: Argument) {
  const rules = Object.entries({ [argument]: strict[argument], ...strict })
  const flags = rules.map(([name, value]) => {
    const flag = `--${name.replaceAll('_', '-')}`
    return value === true ? flag : `${flag} ${atLeastAsStrict[name] ?? value}`
  })
  const longest = Math.max(...rules.map(([name]) => name.length))
  const lines = rules.map(([name, value]) => `  ${name.padEnd(longest)} = ${value}`)
  return {
    cli: `aws iam update-account-password-policy ${flags.join(' ')}`,
    terraform: `resource "aws_iam_account_password_policy" "passwords" {\n${lines.join('\n')}\n}`,
  }
}

interface Rule {
  id: string
  /** The field of the policy that must be true. */
  rule: 'symbols' | 'numbers' | 'uppercase' | 'lowercase'
  /** With its article: `an uppercase letter`. */
  character: string
  /** The label of the rule in the console. */
  label: string
  argument: Argument
}

export const passwordRule = ({ id, rule, character, label, argument }: Rule) =>
  check({
    id,
    title: `IAM password policy requires ${character}`,
    description: `Reads whether the account’s password policy requires ${character} in the passwords of IAM users.`,
    risk: `Passwords without ${character} have fewer combinations and are faster to guess.`,
    decision: `Fails if the password policy does not require ${character}, or if the account has no password policy. The AWS default then requires any three of four character types. Passes if ${character} is required. The check does not read existing passwords and the root user’s password.`,
    fix: {
      text: `Require ${character} in the account’s password policy.`,
      console: [
        'Open IAM, choose Account settings, and under Password policy choose Edit.',
        `Choose Custom and select ${label}.`,
        'Choose Save changes. The rule applies when users next change their passwords.',
        `The command and Terraform replace the entire policy. Adapt all rules other than the one for ${character} before you use them.`,
      ],
      ...setting(argument),
    },
    source,
    over: 'passwordPolicies',
    needs: ['rules'],
    judge({ name, rules }) {
      if (!rules) {
        return fail(`Account ${name} has no password policy, so ${character} is not required.`)
      }
      return rules[rule]
        ? pass(`The password policy of account ${name} requires ${character}.`)
        : fail(`The password policy of account ${name} does not require ${character}.`)
    },
  })
