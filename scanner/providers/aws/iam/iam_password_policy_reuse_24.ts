import { fail, pass } from '../../../kit/index.ts'
import { setting, source } from './password-rules.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_password_policy_reuse_24',
  title: 'Password policy remembers the last 24 passwords',
  description:
    'Reads how many former passwords the account’s password policy keeps IAM users from taking again.',
  risk: 'Who may go back to an old password does, and with it to whatever leak it is in.',
  decision:
    'Fails when fewer than 24 passwords are remembered, when none is, and when the account has no password policy. Passes at 24, which is the most IAM offers.',
  fix: {
    text: 'Let the password policy remember 24 passwords.',
    console: [
      'Open IAM, choose Account settings, and under Password policy choose Edit.',
      'Choose Custom, tick Prevent password reuse, and set it to 24 passwords.',
      'Choose Save changes.',
      'The command and Terraform write every rule of the policy, not only this one: put your own values in first.',
    ],
    ...setting('password_reuse_prevention'),
  },
  source,
  over: 'passwordPolicies',
  needs: ['rules'],
  judge({ name, rules }) {
    if (!rules) return fail(`The account ${name} has no password policy and remembers no password.`)
    const { remembered } = rules
    const sentence = `The password policy of ${name} remembers ${remembered} former ${remembered === 1 ? 'password' : 'passwords'}.`
    return remembered >= 24 ? pass(sentence) : fail(sentence)
  },
})
